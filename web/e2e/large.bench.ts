// How long a reader waits with 10,000 events, in ms: `npm run bench`. Prints, and expects nothing: other
// work on a machine makes any bound wrong some day.
import { test } from "vitest";
import { bigReport } from "../fixtures/make";
import { ACTIONS, learnActions } from "./actions";
import { launch, open } from "./browser";

test("10,000 events", async () => {
  const browser = await launch();
  const report = bigReport(10_000);
  const begin = performance.now();
  const { page } = await open(browser, "large-timed", report);
  await page.locator(".row").first().waitFor();
  const opened = Math.round(performance.now() - begin);
  await learnActions(page);
  const times = await page.evaluate(async (names) => {
    const out: Record<string, { median: number; slow: number }> = {};
    for (const name of names) {
      const all: number[] = [];
      for (let n = 0; n < 60; ++n) {
        const begin = performance.now();
        globalThis.act[name](n);
        // Reading the layout makes the browser do the work that the act has caused.
        document.body.getBoundingClientRect();
        all.push(performance.now() - begin);
        await new Promise((done) => requestAnimationFrame(done));
      }
      all.sort((a, b) => a - b);
      out[name] = { median: all[30]!, slow: all[57]! };
    }
    return out;
  }, ACTIONS);
  console.log(JSON.stringify({ opened, ...times }, undefined, 2));
  await browser.close();
});
