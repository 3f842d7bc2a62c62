// What somebody does with the page of `heddle serve`: the real program, a real browser.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seriousIssues } from "./accessibility";
import { artefacts, launch, PATIENCE, screenshot } from "./browser";

const heddle = process.env["HEDDLE"] ?? fileURLToPath(new URL("../../build/bin/heddle", import.meta.url));

let browser: Browser;
let server: ChildProcess;
let address = "";
let page: Page;
let surprises: string[] = [];

const begun = (child: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout!.on("data", (bytes: Buffer) => {
      text += bytes.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{64}/.exec(text);
      if (found !== null && text.includes("Ctrl-C")) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`heddle serve has ended with ${code}`)));
  });

const serve = (...words: string[]) =>
  spawn(heddle, ["serve", "--port", "0", "--time", "60", ...words], { stdio: ["ignore", "pipe", "inherit"] });

beforeAll(async () => {
  if (!existsSync(heddle)) throw new Error(`${heddle} is missing: build it, or set HEDDLE`);
  server = serve("--jobs", "1");
  address = await begun(server);
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  server?.kill("SIGINT");
});
beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  context.setDefaultTimeout(PATIENCE);
  page = await context.newPage();
  surprises = [];
  const own = new URL(address).origin;
  page.on("request", (request) => {
    if (!request.url().startsWith(own) && !request.url().startsWith("data:"))
      surprises.push(`request ${request.url()}`);
  });
  page.on("dialog", (dialog) => {
    surprises.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => surprises.push(`error ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") surprises.push(`console ${message.text()}`);
  });
  await page.goto(address);
  await page.locator("#library optgroup").first().waitFor({ state: "attached" });
});
afterEach(async () => {
  expect(surprises).toEqual([]);
  await page.context().close();
});

async function write(text: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}
// The page sets the command when the source has come.
const open = async (id: string) => {
  const source = page.waitForResponse((response) => response.url().includes("/api/example?"));
  await page.locator("#library").selectOption(id);
  await (await source).finished();
};
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const verdict = () => page.locator(".result-head .verdict").innerText();
const ends = (word: string) => expect.poll(verdict, { timeout: 60_000 }).toBe(word);

const long = `-module(long).
-export([test/0]).
test() ->
    T = ets:new(t, [public]),
    Self = self(),
    Work = fun(I) -> [begin ets:insert(T, {k, I}), ets:lookup(T, k) end || _ <- lists:seq(1, 9)], Self ! done end,
    Workers = [spawn(fun() -> Work(I) end) || I <- lists:seq(1, 6)],
    [receive done -> ok end || _ <- Workers],
    ok.
`;

describe("the page of heddle serve", () => {
  test("a program is typed and run by the keyboard; its error is shown, and marked at its line", async () => {
    await write(
      "-module(mine).\n-export([test/0]).\ntest() ->\n    Self = self(),\n    spawn(fun() -> Self ! one end),\n    spawn(fun() -> Self ! two end),\n    receive X -> one = X end.\n",
    );
    await page.keyboard.press("Control+Enter");
    await ends("error");
    if ((await page.getByRole("tab", { name: "Report" }).count()) > 0) {
      await page.frameLocator("iframe.report").locator(".row").first().waitFor();
      expect(await page.locator("iframe.report").getAttribute("sandbox")).toBe("allow-scripts");
      await page.getByRole("tab", { name: "Text" }).click();
    }
    expect(await page.locator(".text-report").innerText()).toContain("badmatch");
    await page.locator(".cm-lint-marker-error").first().waitFor();
    await screenshot(page, "serve-error");
  });

  test("a program of the library is verified", async () => {
    await open("erlang/cache_fixed.erl");
    await page.getByLabel("Test", { exact: true }).fill("test");
    await press("Check");
    await ends("verified");
  });

  test("a suite is run as one", async () => {
    await open("elixir/basket_test.exs");
    await expect.poll(() => page.getByLabel(/^Run as/).inputValue()).toBe("EUnit or ExUnit suite");
    await press("Check");
    await ends("error");
    expect(await page.locator(".text-report").innerText()).toContain("4 tests: 2 verified, 2 with errors");
  });

  test("a compile error is shown with its line, and the button leads there", async () => {
    await write("-module(bad).\n-export([test/0]).\ntest() ->\n    X = foo(,\n    ok.\n");
    await page.keyboard.press("Control+Enter");
    await ends("failed");
    const first = page.locator(".diagnostics li").first();
    expect(await first.innerText()).toContain("syntax error before: ','");
    await first.getByRole("button", { name: "Line 4" }).click();
    await expect.poll(() => page.locator(".cm-activeLine").innerText()).toContain("foo(,");
    await page.locator(".cm-lint-marker-error").first().waitFor();
    await screenshot(page, "serve-compile-error");
  });

  test("a long run shows its progress and an estimate, and is stopped", async () => {
    await write(long);
    await page.keyboard.press("Control+Enter");
    await expect
      .poll(() => page.locator(".progress-text").innerText(), { timeout: 60_000 })
      .toMatch(/interleavings.*in all/);
    expect(await page.locator(".running progress").getAttribute("value")).not.toBeNull();
    await screenshot(page, "serve-progress");
    await page.getByRole("button", { name: "Stop" }).click();
    await ends("stopped");
    expect(await page.locator(".running").isHidden()).toBe(true);
  });

  test("a long proof shows what it is doing, on a bar of the time that it may use, and is stopped", async () => {
    await open("erlang/election.erl");
    const verify = page.getByRole("group", { name: "Verify" });
    await verify.getByText("More options").click();
    await verify.getByLabel("Prove that nothing goes wrong").check();
    await verify.getByLabel("Anyone may call and send").check();
    await verify.getByLabel("Depth of data").fill("1");
    await verify.getByLabel("Seconds at most").fill("50");
    await press("Verify");
    await expect
      .poll(() => page.locator(".progress-text").innerText(), { timeout: 60_000 })
      .toMatch(/^verify: D=1 .*K=0, .*analysing; 0 nets, 0 decided; \d+ of 50 s$/);
    const bar = page.locator(".running progress");
    expect(await bar.getAttribute("max")).toBe("50");
    await expect.poll(() => bar.getAttribute("value").then(Number), { timeout: 60_000 }).toBeGreaterThan(0);
    await screenshot(page, "serve-verify-progress");
    await page.getByRole("button", { name: "Stop" }).click();
    await ends("stopped");
    expect(await bar.isHidden()).toBe(true);
  });

  test("verify: the answers, and the ACS, whose states can be chosen by mouse and keyboard", async () => {
    await open("soter/reslock.erl");
    // What is made for proofs is verified by Ctrl-Enter.
    await expect.poll(() => page.locator(".run.main").innerText()).toBe("Verify");
    await page.keyboard.press("Control+Enter");
    await ends("proved");
    expect(await page.locator(".properties tbody tr").innerText()).toContain('uncoverable "critical >= 2"');
    await page.getByRole("tab", { name: "ACS" }).click();
    expect(await page.locator(".acs-class").count()).toBe(3);
    await page.locator('.acs-state[data-state="2:q35"]').click();
    expect(await page.locator(".acs-about").innerText()).toContain("label critical");
    await page.locator('.acs-state[data-state="1:q7"]').focus();
    await page.keyboard.press("Enter");
    expect(await page.locator(".acs-about").innerText()).toContain("?{lock,<reslock.erl:16>}");
    // From a receive to the states that send it.
    await page.getByRole("button", { name: "q27 of reslock.erl:16", exact: true }).click();
    expect(await page.locator(".acs-about h3").innerText()).toBe("q27 of reslock.erl:16");
    const before = await page.locator("svg.acs").getAttribute("viewBox");
    await page.getByRole("button", { name: "Larger" }).click();
    expect(await page.locator("svg.acs").getAttribute("viewBox")).not.toBe(before);
    await screenshot(page, "serve-acs");
  });

  test("past runs bring back their program and result", async () => {
    await page.locator(".runs button", { hasText: "verify reslock.erl" }).first().click();
    await ends("proved");
    expect(await page.locator(".cm-content").innerText()).toContain("-module(reslock)");
    expect(await page.locator(".run.main").innerText()).toBe("Verify");
  });

  test("C++ says why it does not run", async () => {
    await page.locator("#language").selectOption("cpp");
    expect(await page.locator(".notice").innerText()).toContain("--allow-native");
    expect(await page.getByRole("button", { name: "Check", exact: true }).isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: "Verify", exact: true }).isHidden()).toBe(true);
  });

  test("what a program says is text, never markup", async () => {
    await write(
      "-module(hostile).\n-export([test/0]).\ntest() -> exit('<img src=x onerror=alert(1)><script>alert(2)</script>').\n",
    );
    await page.keyboard.press("Control+Enter");
    await ends("error");
    expect(await page.locator(".results img, .results script").count()).toBe(0);
  });

  test("a wrong token shows nothing", async () => {
    const answer = await page.context().request.get(address.replace(/token=.*/, "token=0"));
    expect(answer.status()).toBe(403);
  });

  test("what a run has made is saved, and is enough to run it again", async () => {
    await write("-module(kept).\n-export([test/0]).\ntest() -> exit(oops).\n");
    await page.keyboard.press("Control+Enter");
    await ends("error");
    const folder = `${artefacts}saved`;
    mkdirSync(folder, { recursive: true });
    for (const [what, name] of [
      ["Program", "kept.erl"],
      ["Report", "report.html"],
      ["Trace", "heddle-trace.json"],
    ] as const) {
      const [download] = await Promise.all([page.waitForEvent("download"), press(what)]);
      expect(download.suggestedFilename()).toBe(name);
      copyFileSync(await download.path(), `${folder}/${name}`);
    }
    const replayed = await new Promise<string>((resolve) =>
      execFile(heddle, ["replay", "heddle-trace.json"], { cwd: folder }, (_, out) => resolve(out)),
    );
    expect(replayed).toContain("reproduced: P exits with oops");
  });

  test("a proof of nothing is none", async () => {
    await open("soter/unsafe_send.erl");
    await press("Verify");
    await ends("analysed");
    expect(await page.locator(".results .message").innerText()).toContain("states no property");
  });

  test("runs wait in line, and say how many are before them", async () => {
    await write(long);
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => page.locator(".progress-text").innerText()).toMatch(/interleavings/);
    await write("-module(next).\n-export([test/0]).\ntest() -> ok.\n");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => page.locator(".progress-text").innerText()).toContain("next in line");
    await page.locator(".runs button", { hasText: "check long.erl" }).first().click();
    await expect.poll(() => page.locator(".progress-text").innerText()).toMatch(/interleavings/);
    await press("Stop");
    await ends("stopped");
    await page.locator(".runs button", { hasText: "check next.erl" }).first().click();
    await ends("verified");
  });

  describe.each(["light", "dark"] as const)("accessible in %s colours", (colorScheme) => {
    test.each(["nothing yet", "failed", "error", "proved"])("%s", async (state) => {
      await page.emulateMedia({ colorScheme });
      if (state === "failed") await write("-module(bad).\n");
      if (state === "proved") await open("soter/reslock.erl");
      if (state !== "nothing yet") {
        await page.keyboard.press("Control+Enter");
        await ends(state);
      }
      if (state === "error") await page.frameLocator("iframe.report").locator(".row").first().waitFor();
      // The page allows no scripts of others, so axe comes in by the debugger.
      expect(await seriousIssues(page)).toEqual([]);
      await screenshot(page, `serve-${colorScheme}-${state.replace(" ", "-")}`);
    });
  });
});

const torn = `#include "heddle/atomic.hpp"
#include "heddle/check.hpp"
#include "heddle/thread.hpp"

int buffered() {
  heddle::atomic<int> x{0}, y{0};
  int a = -1, b = -1;
  heddle::thread one([&] { x.store(1, std::memory_order_relaxed); a = y.load(std::memory_order_relaxed); });
  heddle::thread two([&] { y.store(1, std::memory_order_relaxed); b = x.load(std::memory_order_relaxed); });
  one.join();
  two.join();
  return a + b;
}

int main() { return heddle::passes(heddle::check(buffered, heddle::gives(1, 2))) ? 0 : 1; }
`;

describe("C++, where it is allowed", () => {
  let native: ChildProcess;
  beforeAll(async () => {
    native = serve("--allow-native");
    nativeAddress = await begun(native);
  });
  afterAll(() => void native?.kill("SIGINT"));
  let nativeAddress = "";
  beforeEach(async () => {
    surprises = [];
    await page.goto(nativeAddress);
    await page.locator("#library optgroup").first().waitFor({ state: "attached" });
    await page.locator("#language").selectOption("cpp");
    // A page of another server is no surprise here.
    surprises = [];
  });
  afterEach(() => void (surprises = surprises.filter((one) => !one.startsWith("request "))));

  test("a program is checked under a memory model; its report is in the same viewer", async () => {
    await write(torn);
    await page.getByLabel("Memory model").selectOption("sc");
    await press("Check");
    await ends("verified");
    await page.getByLabel("Memory model").selectOption("tso");
    await press("Check");
    await ends("error");
    const report = page.frameLocator("iframe.report");
    await report.locator(".row").first().waitFor();
    expect(await report.locator(".facts").innerText()).toMatch(/memory model\s+tso/);
    expect(await report.locator(".listing").innerText()).toContain("heddle::thread one");
    await screenshot(page, "serve-cpp");
  });

  test("a long search shows its progress and an estimate, and is stopped", async () => {
    await write(
      torn
        .replace("x.store(1, std::memory_order_relaxed)", "for (int i = 0; i < 30; ++i) x.fetch_add(1)")
        .replace("y.store(1, std::memory_order_relaxed)", "for (int i = 0; i < 30; ++i) x.fetch_add(1)"),
    );
    await press("Check");
    await expect
      .poll(() => page.locator(".progress-text").innerText(), { timeout: 60_000 })
      .toMatch(/interleavings.*in all/);
    await press("Stop");
    await ends("stopped");
  });

  test("errors of the compiler are at their lines, also those of templates", async () => {
    await write(torn.replace("heddle::gives(1, 2)", "42").replace("one.join()", "one.joined()"));
    await press("Check");
    await ends("failed");
    const said = await page.locator(".diagnostics li").allInnerTexts();
    expect(said.some((one) => one.startsWith("Line 10") && one.includes("joined"))).toBe(true);
    expect(said.some((one) => one.startsWith("Line 15"))).toBe(true);
  });
});
