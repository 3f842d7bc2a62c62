import { expect, test } from "vitest";
import { cacheReport, embed, hostileReport, page } from "../fixtures/make";
import { readLink, writeLink } from "../src/deeplink";
import { parseReport, UnreadableReport } from "../src/document/load";
import { Session } from "../src/session";
import { tokens } from "../src/view/syntax";

test("a document survives being put into the page", () => {
  const report = hostileReport();
  const text = embed(report);
  expect(text).not.toMatch(/[<\u2028\u2029]/);
  expect(parseReport(text)).toEqual(report);
});

test("the page has one line for the document and one script of its own", () => {
  const html = page(hostileReport());
  expect(
    html.split("\n").filter((line) => line.startsWith('<script id="heddle-report" type="application/json">')),
  ).toHaveLength(1);
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(html).not.toMatch(/\b(src|href)="?(https?:)?\/\//);
});

test.each([
  ["null", "no document"],
  ["{", "not JSON"],
  ["[]", "not a Heddle report"],
  ['{"version":2}', "version 2"],
])("%s is refused with a reason", (text, reason) => {
  expect(() => parseReport(text)).toThrow(UnreadableReport);
  expect(() => parseReport(text)).toThrow(reason);
});

test("what is left out is taken as unknown", () => {
  expect(parseReport('{"version":1,"title":"x","verdict":"verified"}')).toMatchObject({
    trace: null,
    races: [],
    summary: {},
    sources: {},
  });
});

test("a decisive pair that the trace does not have is dropped", () => {
  const report = cacheReport();
  expect(parseReport(embed(report)).decisive).toEqual({ first: 9, second: 11 });
  expect(parseReport(embed({ ...report, decisive: { first: 9, second: 99 } })).decisive).toBeNull();
});

test("links count steps from 1", () => {
  expect(readLink("#step=57&run=twin&tab=races&side")).toEqual({
    step: 56,
    run: "twin",
    tab: "races",
    sideBySide: true,
  });
  expect(readLink("#step=0&run=evil&tab=evil")).toEqual({});
  const session = new Session(cacheReport(), readLink("#step=17&run=twin&tab=mailbox"));
  expect(writeLink(session.state)).toBe("#step=17&run=twin&tab=mailbox");
});

test("a link beyond the end leads to the last step, one to a run that is not there to the failing one", () => {
  expect(new Session(cacheReport(), readLink("#step=999")).state.step).toBe(18);
  expect(
    new Session({ ...cacheReport(), twin: null, races: [] }, readLink("#step=3&run=twin")).state,
  ).toMatchObject({ run: "failing", step: 2 });
});

test("a line is its tokens put together", () => {
  const line = `get({Cache, _}, "a\\"b") -> case 'x y' of % comment <script>`;
  expect(
    tokens(line, "a.erl")
      .map(([, text]) => text)
      .join(""),
  ).toBe(line);
  expect(tokens(line, "a.erl").at(-1)).toEqual(["comment", "% comment <script>"]);
  expect(tokens(line, "a.txt")).toEqual([["", line]]);
});
