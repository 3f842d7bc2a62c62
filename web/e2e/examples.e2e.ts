// The report of every example, made by the real program: it opens, can be stepped through, a message
// can be followed, the twin is there if the report has one.
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Report } from "../src/document/report";
import { seriousIssues } from "./accessibility";
import { artefacts, launch, openFile } from "./browser";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const build = process.env["HEDDLE_BUILD"] ?? `${root}build`;
const heddle = process.env["HEDDLE"] ?? `${build}/bin/heddle`;
const folder = `${artefacts}examples/`;

interface Example {
  name: string;
  /** The files of examples/ that it is a report of. */
  files: string[];
  /** Of `heddle`, in examples/; none: a page that the program of the C++ examples writes. */
  words: string[];
}

interface Program {
  file: string;
  test: string;
  options?: string[];
  long?: boolean;
}

const expected = JSON.parse(readFileSync(`${root}examples/expected.json`, "utf8")) as {
  programs: Program[];
};
const list = (path: string) => readdirSync(`${root}examples/${path}`).map((name) => `${path}/${name}`);

const checked: Example[] = expected.programs
  .filter((program) => program.long !== true)
  .map(({ file, test, options = [] }) => ({
    name: [basename(file), test, ...options].join(" "),
    files: [file],
    words: ["check", file, "-t", test, ...options],
  }));
// A page shows one test of a suite.
const ofSuites: Example[] = [
  {
    name: "basket_test.exs",
    files: ["elixir/basket_test.exs"],
    words: ["check", "--exunit", "elixir/basket_test.exs", "-t", "two tabs"],
  },
];
const toys: Example[] = list("toy").map((file) => ({
  name: basename(file),
  files: [file],
  words: ["explore", file],
}));
// Made for `heddle verify`, and some of them run for ever: one without a step that anybody could see.
const verified: Example[] = [...list("soter"), ...list("verify")]
  .filter((file) => file.endsWith(".erl"))
  .map((file) => ({
    name: basename(file),
    files: [file],
    words: ["check", file, "-t", "main", "-i", "20", "-d", "200"],
  }));
const ofMain: Example[] = [
  { name: "careless_counter", files: ["cpp/ctest/careless_counter_test.cpp"], words: [] },
  { name: "careless_slot", files: ["cpp/makefile/careless_slot_test.cpp"], words: [] },
  { name: "heddle", files: ["cpp/snippets/lost_update.cpp"], words: [] },
  { name: "lazy", files: ["cpp/catch2/lazy.hpp"], words: [] },
  { name: "bank", files: ["cpp/googletest/bank.hpp"], words: [] },
];
const headers: Example[] = [...list("cpp"), ...list("cpp/lock_free")]
  .filter((file) => file.endsWith(".hpp"))
  .map((file) => ({ name: basename(file, ".hpp"), files: [file], words: [] }));

const examples = [...checked, ...ofSuites, ...toys, ...verified, ...ofMain, ...headers];

const pageOf = ({ name, words }: Example) =>
  `${folder}${words.length === 0 ? "cpp/" : ""}${name.replaceAll(" ", "-")}.html`;

async function makeCppPages(): Promise<void> {
  const libraries = ["testing", "remote", "story", "report", "threads", "queue", "dist", "explore", "core"];
  const program = `${folder}failing_examples`;
  await run("g++", [
    ..."-std=c++20 -O0 -g1 -DHEDDLE_CONC=heddle".split(" "),
    ...[`-I${root}`, `-I${root}include`, `${root}web/e2e/cpp/failing_examples.cpp`],
    ...["-o", program, `-L${build}`, "-Wl,--start-group"],
    ...[...libraries, "support"].map((name) => `-lheddle_${name}`),
    ..."-Wl,--end-group -lboost_context -lfmt -ldl -pthread".split(" "),
  ]);
  const env = { ...process.env, HEDDLE_HTML: `${folder}cpp/%t.html` };
  await run(program, [], { env, cwd: folder, maxBuffer: 1 << 26 });
}

/** `heddle` ends with 1 for an error, 3 if a bound cut something off; 2 would be our own mistake. */
async function makePage(example: Example): Promise<void> {
  const trace = pageOf(example).replace(/html$/, "json");
  const words = [...example.words, "--html", pageOf(example), "--trace", trace];
  await run(heddle, words, { cwd: `${root}examples`, maxBuffer: 1 << 26 }).catch((failed: unknown) => {
    const { code, stderr } = failed as { code: number; stderr: string };
    if (code !== 1 && code !== 3) throw new Error(`heddle ${words.join(" ")}: ${stderr}`);
  });
}

const SLOT = /<script id="heddle-report" type="application\/json">(.*)<\/script>/;
const documentOf = (file: string) => JSON.parse(SLOT.exec(readFileSync(file, "utf8"))![1]!) as Report;

let browser: Browser;

beforeAll(async () => {
  mkdirSync(`${folder}cpp`, { recursive: true });
  const left = examples.filter((example) => example.words.length > 0);
  const work = async () => {
    for (let example = left.pop(); example !== undefined; example = left.pop()) await makePage(example);
  };
  // Two at a time: Elixir's compiler takes seconds.
  [browser] = await Promise.all([launch(), makeCppPages().then(work), work()]);
}, 300_000);
afterAll(() => browser?.close());

test("no example is left out", () => {
  const shown = new Set(examples.flatMap((example) => example.files));
  const all = ["erlang", "elixir", "toy", "soter", "verify", "cpp", "cpp/lock_free", "cpp/snippets"].flatMap(
    list,
  );
  expect(all.filter((file) => /\.(erl|exs?|toy|[ch]pp)$/.test(file) && !shown.has(file))).toEqual([]);
});

/** The first receive of a message that another step of the run sent; both counted from 1. */
function followed({ events }: NonNullable<Report["trace"]>): { sent: number; received: number } | null {
  for (const [received, event] of events.entries()) {
    if (!event.operation.startsWith("receives") || event.message === "") continue;
    const sent = events.findIndex((other) => other.message === event.message && other.target !== "");
    if (sent !== -1 && sent < received) return { sent: sent + 1, received: received + 1 };
  }
  return null;
}

async function readIt(page: Page, report: Report): Promise<void> {
  const trace = report.trace!;
  const last = trace.events.length;
  const step = () => page.getByRole("spinbutton", { name: "Step" }).inputValue().then(Number);
  const current = page.locator(".row[aria-selected=true]");
  await page.keyboard.press("Home");
  expect(await step()).toBe(1);
  for (let n = 2; n <= Math.min(last, 6); ++n) {
    await page.keyboard.press("ArrowDown");
    expect(await current.count()).toBe(1);
  }
  // What is folded has no step that a key leads to.
  await page.keyboard.press("f");
  await page.keyboard.press("End");
  expect(await step()).toBe(last);
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    expect((await page.getByRole("tabpanel").innerText()).trim()).not.toBe("");
  }
  const message = followed(trace);
  if (message !== null) {
    await page.evaluate((received) => (location.hash = `#step=${received}&tab=event`), message.received);
    await expect.poll(step).toBe(message.received);
    await page.getByRole("button", { name: `sent at step ${message.sent}`, exact: true }).click();
    expect(await step()).toBe(message.sent);
  }
  const twin = page.getByRole("button", { name: "Passing twin" });
  expect(await twin.count()).toBe(report.twin === null ? 0 : 1);
  if (report.twin === null) return;
  await twin.click();
  expect(await page.locator(".chart").getAttribute("data-run")).toBe("twin");
  await page.keyboard.press("End");
  expect(await step()).toBe(report.twin.events.length);
}

describe("the report of", () => {
  test.each(examples.map((example) => [example.name, example] as const))("%s", async (_, example) => {
    const report = documentOf(pageOf(example));
    const { page, surprises } = await openFile(browser, pageOf(example));
    expect(await page.locator("h1").innerText()).not.toBe("");
    if (report.trace !== null) await readIt(page, report);
    expect(await seriousIssues(page)).toEqual([]);
    expect(surprises.list).toEqual([]);
    await page.context().close();
  });
});
