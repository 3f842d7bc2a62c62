// What a reader does with a report.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  cacheReport,
  hostileReport,
  lockReport,
  recordedTrace,
  reportOf,
  writtenDocument,
} from "../fixtures/make";
import type { Report } from "../src/document/report";
import { seriousIssues } from "./accessibility";
import { launch, open, openEmpty, screenshot, type Surprises } from "./browser";

let browser: Browser;
let page: Page;
let surprises: Surprises;

beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());
afterEach(async () => {
  expect(surprises.list).toEqual([]);
  await page.context().close();
});

async function show(name: string, report: Report, options: Parameters<typeof open>[3] = {}): Promise<void> {
  ({ page, surprises } = await open(browser, name, report, options));
}

const step = () => page.getByRole("spinbutton", { name: "Step" }).inputValue().then(Number);
const selected = () =>
  page.locator(".row[aria-selected=true]").first().getAttribute("data-event").then(Number);
const press = (...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

test("a page without a document says so", async () => {
  surprises = { list: [] };
  page = await openEmpty(browser);
  expect(await page.locator("main").innerText()).toContain("This page has no document");
});

describe("moving", () => {
  test("a reader begins at the decisive race and steps on and back", async () => {
    await show("moving", cacheReport());
    expect(await step()).toBe(12);
    await page.getByRole("button", { name: "Next step", exact: true }).click();
    expect(await step()).toBe(13);
    await page.getByRole("button", { name: "Previous step", exact: true }).click();
    await page.getByRole("button", { name: "Previous step", exact: true }).click();
    expect(await step()).toBe(11);
    expect(await selected()).toBe(10);
    await page.getByRole("button", { name: "Next step of this process" }).click();
    expect(await step()).toBe(12);
    await page.getByRole("button", { name: "First step" }).click();
    expect(await step()).toBe(1);
    await page.getByRole("button", { name: "Last step" }).click();
    expect(await step()).toBe(19);
  });

  test("a message is followed to its sender and back", async () => {
    await show("message", cacheReport(), { hash: "#step=16" });
    await page.getByRole("button", { name: "sent at step 15" }).click();
    expect(await step()).toBe(15);
    await page.getByRole("button", { name: "received at step 16" }).click();
    expect(await step()).toBe(16);
    await page.getByRole("tab", { name: "Mailbox" }).click();
    await expect.poll(() => page.locator(".mailbox li").allInnerTexts()).toHaveLength(2);
    expect(await page.locator(".mailbox li").first().innerText()).toContain(
      "passed over: second_done is not first_done",
    );
    expect(await page.locator(".mailbox li.taken").innerText()).toContain("taken by pattern 1");
  });

  test("from a value to the step that wrote it, from a process to the step that started it", async () => {
    await show("writer", cacheReport(), { hash: "#step=18" });
    await page.getByRole("button", { name: "value written at step 14" }).click();
    expect(await step()).toBe(14);
    await page.getByRole("button", { name: "process started at step 8" }).click();
    expect(await step()).toBe(8);
  });

  test("the past, the future and what is concurrent are marked by signs, not by colour alone", async () => {
    await show("relations", cacheReport(), { hash: "#step=14" });
    const sign = (event: number) => page.locator(`.row[data-event="${event}"] .relation`).innerText();
    expect([await sign(11), await sign(12), await sign(13), await sign(14)]).toEqual(["◂", "∥", "●", "▸"]);
  });

  test("a link leads to a step, and the address follows the steps", async () => {
    await show("link", cacheReport(), { hash: "#step=7" });
    expect(await step()).toBe(7);
    await press("ArrowDown");
    await expect.poll(() => page.url()).toContain("#step=8");
    await page.evaluate(() => (location.hash = "#step=3"));
    await expect.poll(step).toBe(3);
  });
});

describe("runs", () => {
  test("the twin is a click away, at the same event", async () => {
    await show("twin", cacheReport());
    await page.getByRole("button", { name: "Passing twin" }).click();
    expect(await page.locator(".chart").getAttribute("data-run")).toBe("twin");
    expect(await step()).toBe(11);
    expect(await page.locator(".chart-title").innerText()).toContain("passes");
    await expect.poll(() => page.url()).toContain("run=twin");
  });

  test("side by side the same event is selected in both, and differences are told", async () => {
    await show("side", cacheReport(), { hash: "#step=18", width: 1600, height: 1000 });
    await page.getByRole("button", { name: "Side by side" }).first().click();
    expect(await page.locator(".chart").count()).toBe(2);
    const picked = page.locator(".row[aria-selected=true]");
    expect(await picked.count()).toBe(2);
    expect(await picked.nth(0).innerText()).toContain("→ 1");
    expect(await picked.nth(1).innerText()).toContain("→ 2");
    expect(await picked.nth(0).innerText()).toContain("differs");
    const tops = await picked.evaluateAll((rows) =>
      rows.map((row) => Math.round(row.getBoundingClientRect().top)),
    );
    expect(tops[0]).toBe(tops[1]);
    await page.locator('.chart[data-run="twin"] .row[data-event="13"]').click();
    expect(await step()).toBe(14);
    expect(
      await page.locator('.chart[data-run="failing"] .row[aria-selected=true]').getAttribute("data-event"),
    ).toBe("9");
  });

  test("a load that could have read something else, and a lock that was taken first, are told as that", async () => {
    const pair = () => page.locator(".decisive-pair").innerText();
    const orders = writtenDocument("cpp_orders");
    await show("decisive-read", orders);
    expect(await pair()).toMatch(/load → 0\s+instead: step \d+ reads 1/);
    expect(await page.locator(".decisive-what").innerText()).toContain("Had it read that, the test passes.");
    await page.context().close();
    await show("decisive-lock", writtenDocument("cpp_locks"));
    expect(await pair()).toMatch(/lock\s+came before (main|T1) could go on/);
    expect(await page.locator(".decisive-what").innerText()).toContain(
      "The other way round, the test passes.",
    );
  });

  test("a race shows the run of its variant, or the command that runs it", async () => {
    await show("races", cacheReport());
    await page.getByRole("tab", { name: /^Races/ }).click();
    expect(await page.locator(".races > li").first().innerText()).toContain(
      "◆ Race 1 at key answer of table cache",
    );
    expect(await page.locator(".races > li").first().innerText()).toContain("✓ the other order passes");
    expect(await page.locator('[data-race="3"] code').innerText()).toBe(
      "heddle variants heddle-trace.json --race 3 --run",
    );
    expect(await page.locator('[data-race="4"]').innerText()).toContain("cannot be reversed");
    await page.locator('[data-race="2"]').getByRole("button", { name: "Show the variant's run" }).click();
    expect(await page.locator(".chart").getAttribute("data-run")).toBe("variant-2");
    expect(await page.getByRole("button", { name: "Variant of race 2" }).getAttribute("aria-pressed")).toBe(
      "true",
    );
  });
});

describe("folding and searching", () => {
  test("what could not influence the error is folded, counted, and unfolds", async () => {
    await show("folds", reportOf(recordedTrace("worker_pool")));
    const fold = page.locator(".row.fold").first();
    const words = await fold.innerText();
    expect(words).toMatch(/\d+ steps? that could not influence the error/);
    const before = await page.locator(".row.fold").count();
    await fold.click();
    expect(await page.locator(".row.fold").count()).toBe(before - 1);
    await page.getByRole("button", { name: "Past of the error only" }).click();
    expect(await page.locator(".row.fold").count()).toBe(0);
  });

  test("a search leaves what it finds", async () => {
    await show("search", cacheReport());
    await page.keyboard.press("/");
    await page.keyboard.type("P.2 insert");
    expect(await page.locator(".row.event .number").allInnerTexts()).toEqual(["3", "12"]);
    await page.keyboard.press("Escape");
    expect(await page.locator(".row.event").count()).toBe(19);
  });

  test("lanes can be switched off", async () => {
    await show("lanes", cacheReport());
    await page.getByRole("tab", { name: "Lanes" }).click();
    await page.getByRole("checkbox", { name: "Show P.1", exact: true }).uncheck();
    expect(await page.locator(".row.event").count()).toBe(16);
    expect(await page.locator(".lane-head").allInnerTexts()).not.toContain("P.1\nby P");
    await page.getByRole("button", { name: "Show all" }).click();
    expect(await page.locator(".row.event").count()).toBe(19);
  });
});

describe("panels", () => {
  test("the mailbox shows which clause took which message", async () => {
    const report = writtenDocument("clauses");
    const receives = report.trace!.events.flatMap((event, at) =>
      event.clause === undefined ? [] : [{ at, clause: event.clause }],
    );
    // By a guard with alternatives, by the pattern, by a guard that refuses.
    expect(receives.map(({ clause }) => clause)).toEqual([1, 3, 2]);
    await show("clauses", report);
    for (const { at, clause } of receives) {
      await page.evaluate((step) => (location.hash = `#step=${step}&tab=mailbox`), at + 1);
      await expect.poll(step).toBe(at + 1);
      const tried = page.locator("ol.clauses > li");
      expect(await tried.count()).toBe(3);
      expect(await page.locator("ol.clauses > li.took").count()).toBe(1);
      expect(await tried.nth(clause - 1).innerText()).toContain("took the message");
      expect(await page.locator(".mailbox li.taken").innerText()).toContain(`taken by pattern ${clause}`);
    }
  });

  test("the source stands at the line, with who stands where", async () => {
    await show("source", cacheReport(), { hash: "#step=16" });
    expect(await page.locator(".line.current .line-number").innerText()).toBe("53");
    expect(await page.locator(".line.stands .who-stands").allInnerTexts()).toEqual(["P.1", "P.2", "P"]);
    const box = await page.locator(".line.current").boundingBox();
    const listing = await page.locator(".listing").boundingBox();
    expect(box!.y).toBeGreaterThan(listing!.y);
    expect(box!.y + box!.height).toBeLessThan(listing!.y + listing!.height);
  });

  test("a deadlock shows who waits for whom", async () => {
    await show("waiting", lockReport());
    await page.getByRole("tab", { name: /^Waiting/ }).click();
    expect(await page.locator(".wait-graph").getAttribute("aria-label")).toBe(
      "main waits for T1, T1 waits for T2, T2 waits for T1",
    );
    await page.getByText("T2 holds it since").getByRole("button").click();
    expect(await step()).toBe(4);
  });

  test("C++: locks that threads hold, what a load read and what it could have read", async () => {
    await show("cpp-locks", writtenDocument("cpp_locks"));
    await page.getByRole("tab", { name: "Waiting" }).click();
    await expect.poll(() => page.locator("main").innerText()).toContain("waits in left.lock");
    await page.context().close();
    const loads = writtenDocument("cpp_orders");
    const load = loads.trace!.events.findIndex((event) => event.operation === "x.load");
    await show("cpp-orders", loads, { hash: `#step=${load + 1}&tab=event` });
    await expect
      .poll(() => page.locator("dl.fields").innerText())
      .toMatch(/reads from\s+0\s+the initial value/);
    await page.locator("dl.fields dd", { hasText: "1 step" }).getByRole("button").first().click();
    expect(loads.trace!.events[(await step()) - 1]!.operation).toBe("x.store(1)");
  });

  test("the exploration is a tree", async () => {
    await show("tree", cacheReport());
    await page.getByRole("tab", { name: "Exploration" }).click();
    expect(await page.locator(".tab-content").innerText()).toContain("given up as redundant");
    expect(await page.locator(".tab-content").innerText()).toContain("ends well; step 4 races with step 3");
    expect(await page.locator(".tab-content").innerText()).not.toContain("Only the beginning");
    await page.context().close();
    await show("tree-begun", { ...cacheReport(), tree: { ...cacheReport().tree!, complete: false } });
    await page.getByRole("tab", { name: "Exploration" }).click();
    expect(await page.locator(".tab-content").innerText()).toContain("Only the beginning");
  });

  test("a run whose races were not looked for does not claim that there are none", async () => {
    await show("not-analysed", { ...cacheReport(), analysed: false, races: [], decisive: null, twin: null });
    await page.getByRole("tab", { name: "Races", exact: true }).click();
    const panel = page.locator(".tab-content");
    expect(await panel.innerText()).toContain("Races were not looked for");
    expect(await panel.innerText()).toContain("heddle explain heddle-trace.json");
  });

  test("a step in a library leaves the program's source in sight", async () => {
    const report = cacheReport();
    const inLibrary = report.trace!.events[3]!;
    inLibrary.source = { file: "gen_server.erl", line: 871 };
    await show("library", report, { hash: "#step=4" });
    const source = page.getByRole("region", { name: "Source" }).first();
    expect(await page.locator(".source .caption").innerText()).toBe("step at gen_server.erl:871");
    expect(await source.innerText()).toContain("-module(cache)");
  });

  test.each([640, 800, 1280])("nothing is cut off in a frame of %i pixels", async (width) => {
    await show(`width-${width}`, cacheReport(), { width });
    const fits = () =>
      page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
    expect(await fits()).toBe(true);
    for (const name of ["Source", "Panels"]) {
      const box = (await page.getByLabel(name, { exact: true }).first().boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.height).toBeGreaterThan(20);
    }
  });

  test("messages arrive before each other, whoever sent first", async () => {
    const trace = recordedTrace("worker_pool_delayed");
    const race = {
      ...{ id: 1, kind: "receive" as const, first: 5, second: 2, taken: 3, object: "the mailbox of P" },
      ...{ reversible: true, why: "", variant: null, run: null, command: "" },
    };
    await show("arrived", reportOf(trace, { races: [race], decisive: { first: 3, second: 2 } }));
    expect(await page.locator(".decisive-pair").innerText()).toContain("arrived before");
  });

  test("the command to run it again is copied", async () => {
    await show("copy", cacheReport());
    await page.getByRole("button", { name: /^Copy the command heddle replay/ }).click();
    await expect.poll(() => page.locator(".replay .copy").innerText()).toMatch(/Copied|Selected/);
  });

  test("a run without steps has its error and who waits", async () => {
    const trace = { ...recordedTrace("two_phase_commit"), events: [], schedule: [] };
    await show("no-steps", reportOf(trace));
    expect(await page.locator(".broken").innerText()).toContain("nobody waits for ever");
    expect(await page.locator(".stuck").innerText()).toContain("waits for a message");
  });

  test("a verdict without a run is shown without one", async () => {
    await show("verified", {
      ...cacheReport(),
      trace: null,
      twin: null,
      decisive: null,
      races: [],
      verdict: "verified",
      story: "",
      replay: null,
    });
    expect(await page.locator(".verdict").innerText()).toContain("Verified");
  });
});

describe("keyboard", () => {
  test("everything in a report without a mouse", async () => {
    await show("keys", cacheReport());
    await press("Home");
    expect(await step()).toBe(1);
    await press("ArrowDown", "j", "ArrowUp");
    expect(await step()).toBe(2);
    await press("End");
    expect(await step()).toBe(19);
    await press("[", "[");
    expect(await step()).toBe(17);
    await press("m");
    expect(await step()).toBe(13);
    await press("m");
    expect(await step()).toBe(17);
    await press("d");
    expect(await step()).toBe(10);
    await press("s");
    expect(await step()).toBe(8);
    await press("e");
    expect(await step()).toBe(19);
    await press("t");
    expect(await page.locator(".chart").getAttribute("data-run")).toBe("twin");
    await press("b");
    expect(await page.locator(".chart").count()).toBe(2);
    await press("b");
    expect(await page.locator(".chart").count()).toBe(1);
    await press("?");
    expect(await page.getByRole("dialog").isVisible()).toBe(true);
    await press("Escape");
    expect(await page.getByRole("dialog").isVisible()).toBe(false);
    await page.getByRole("tab", { name: "Event" }).focus();
    await press("ArrowRight");
    expect(await page.getByRole("tab", { name: "Mailbox" }).getAttribute("aria-selected")).toBe("true");
  });

  test("tab reaches the chart, the source, the tabs and the search", async () => {
    await show("tabbing", cacheReport());
    const reached = new Set<string>();
    for (let i = 0; i < 60; ++i) {
      await press("Tab");
      reached.add(
        await page.evaluate(() => document.activeElement?.className || document.activeElement?.id || ""),
      );
    }
    for (const place of ["scroller", "listing", "tab-content", "search"])
      expect([...reached]).toContain(place);
  });
});

describe("hostile programs", () => {
  test("markup in a program is text, in every panel", async () => {
    await show("hostile", hostileReport());
    for (const tab of ["Event", "Mailbox", /^Races/, /^Waiting/, "Lanes", "Exploration"]) {
      await page.getByRole("tab", { name: tab }).click();
      for (let i = 0; i < 3; ++i)
        await page.getByRole("button", { name: "Previous step", exact: true }).click();
    }
    expect(await page.locator("h1").innerText()).toContain("<script>alert(1)</script>");
    expect(await page.locator("#app script, #app img").count()).toBe(0);
    await screenshot(page, "hostile");
  });
});

describe.each([
  ["light", false],
  ["dark", true],
])("accessibility, %s", (colours, dark) => {
  test.each([
    ["event", cacheReport(), {}],
    ["side by side", cacheReport(), { hash: "#step=18&side" }],
    ["mailbox", cacheReport(), { hash: "#step=16&tab=mailbox" }],
    ["races", cacheReport(), { hash: "#tab=races" }],
    ["waiting", lockReport(), { hash: "#tab=waiting" }],
    ["lanes", reportOf(recordedTrace("worker_pool_delayed")), { hash: "#tab=lanes" }],
    ["tree", cacheReport(), { hash: "#tab=tree" }],
    ["verified", writtenDocument("cache_fixed"), {}],
    ["C++", writtenDocument("cpp_orders"), {}],
  ])("%s: axe finds nothing serious", async (name, report, options) => {
    await show(`axe-${name.replaceAll(/\W/g, "-")}-${colours}`, report, { ...options, dark });
    expect(await seriousIssues(page)).toEqual([]);
    // The dialog of keys and signs, too.
    if (name !== "event") return;
    await press("?");
    expect(await seriousIssues(page)).toEqual([]);
  });
});
