// Long runs do not lag. Counted, not timed: what an action makes in the page must not depend on the
// length of the run, and what it computes must not grow faster than the run. `npm run bench` times it.
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bigReport } from "../fixtures/make";
import { type Action, ACTIONS, learnActions } from "./actions";
import { launch, open } from "./browser";

const TIMES = 14; // all that there is to search for, twice
const SHORT = 1_000;
const LONG = 10_000;

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

interface Work {
  /** Calls of functions of the page's script. */
  calls: number;
  /** Elements made. */
  made: number;
  /** Elements in the page afterwards. */
  elements: number;
}

class Counted {
  private constructor(
    readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async show(name: string, events: number): Promise<Counted> {
    const { page, surprises } = await open(browser, name, bigReport(events));
    await page.locator(".row").first().waitFor();
    await learnActions(page);
    await page.evaluate(() => {
      const counter = globalThis as unknown as { made: number };
      counter.made = 0;
      for (const method of ["createElement", "createElementNS"] as const) {
        const make = document[method].bind(document) as (...names: string[]) => Element;
        document[method] = ((...names: string[]) => (counter.made++, make(...names))) as never;
      }
    });
    const session = await page.context().newCDPSession(page);
    await session.send("Profiler.enable");
    await session.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    expect(surprises.list).toEqual([]);
    return new Counted(page, session);
  }

  async work(action: Action): Promise<Work> {
    await this.session.send("Profiler.takePreciseCoverage"); // begins to count anew
    const { made, elements } = await this.page.evaluate(
      ([name, times]) => {
        const counter = globalThis as unknown as { made: number };
        const before = counter.made;
        for (let n = 0; n < times; ++n) {
          globalThis.act[name](n);
          document.body.getBoundingClientRect();
        }
        return { made: counter.made - before, elements: document.querySelectorAll("*").length };
      },
      [action, TIMES] as const,
    );
    const { result } = await this.session.send("Profiler.takePreciseCoverage");
    const calls = result
      .filter((script) => script.url.startsWith("file:"))
      .flatMap((script) => script.functions)
      .reduce((sum, one) => sum + (one.ranges[0]?.count ?? 0), 0);
    return { calls, made, elements };
  }
}

describe("10,000 events", () => {
  test("no action makes more elements than with 1,000, or computes more than in proportion", async () => {
    const short = await Counted.show("large-short", SHORT);
    const long = await Counted.show("large", LONG);
    const table: Record<string, { short: Work; long: Work }> = {};
    for (const action of ACTIONS) {
      const work = { short: await short.work(action), long: await long.work(action) };
      table[action] = work;
      expect.soft(work.short.calls, action).toBeGreaterThan(TIMES);
      expect.soft(work.long.made, `${action}: elements made`).toBeLessThan(1.5 * work.short.made + 200);
      expect.soft(work.long.elements, `${action}: elements`).toBeLessThan(1.5 * work.short.elements + 200);
      expect
        .soft(work.long.calls, `${action}: calls`)
        .toBeLessThan(1.3 * (LONG / SHORT) * work.short.calls + 1_000);
      // So that what is in proportion is not much either: a call is some nanoseconds.
      expect.soft(work.long.calls / TIMES / LONG, `${action}: calls for an event`).toBeLessThan(40);
    }
    expect(await long.page.locator(".row").count()).toBeLessThan(120);
    console.log("work of 14 times each:", JSON.stringify(table));
    await short.page.context().close();
    await long.page.context().close();
  });
});
