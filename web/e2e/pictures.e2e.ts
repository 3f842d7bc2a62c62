// The pages at the usual widths, light and dark: artefacts to look at, and no errors while drawing.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import {
  bigReport,
  cacheReport,
  lockReport,
  recordedTrace,
  reportOf,
  wideReport,
  writtenDocument,
} from "../fixtures/make";
import { launch, open, screenshot } from "./browser";

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

const PICTURES: [string, () => ReturnType<typeof cacheReport>, Parameters<typeof open>[3]][] = [
  ["cache", cacheReport, {}],
  ["cache-wide", cacheReport, { width: 1920, height: 1080 }],
  ["cache-dark", cacheReport, { dark: true, hash: "#step=16&tab=mailbox" }],
  ["cache-side", cacheReport, { hash: "#step=18&side" }],
  ["cache-races", cacheReport, { hash: "#step=18&tab=races" }],
  ["cache-tree", cacheReport, { hash: "#step=18&tab=tree" }],
  [
    "two-phase-commit",
    () => reportOf(recordedTrace("two_phase_commit")),
    { hash: "#step=14&tab=waiting", height: 1000 },
  ],
  ["worker-pool", () => reportOf(recordedTrace("worker_pool")), {}],
  [
    "worker-pool-delayed",
    () => reportOf(recordedTrace("worker_pool_delayed")),
    { width: 1920, height: 1080 },
  ],
  ["restart-race", () => reportOf(recordedTrace("restart_race")), { hash: "#step=24&all" }],
  ["slow-server", () => reportOf(recordedTrace("slow_server")), { hash: "#step=7&tab=lanes" }],
  ["overtaking", () => reportOf(recordedTrace("toy_overtaking")), { hash: "#step=9&tab=mailbox" }],
  ["rate-limiter", () => reportOf(recordedTrace("rate_limiter")), {}],
  ["locks", lockReport, { hash: "#step=6&tab=waiting" }],
  ["written-cache", () => writtenDocument("cache"), {}],
  ["written-two-phase-commit", () => writtenDocument("two_phase_commit"), { hash: "#step=10&side" }],
  ["written-rate-limiter", () => writtenDocument("rate_limiter"), { hash: "#tab=races" }],
  ["written-cache-fixed", () => writtenDocument("cache_fixed"), {}],
  ["doc-report", () => writtenDocument("cache"), {}],
  ["doc-side-by-side", () => writtenDocument("cache"), { hash: "#step=18&side", height: 900 }],
  ["doc-mailbox", () => writtenDocument("cache"), { hash: "#step=16&tab=mailbox", dark: true }],
  ["doc-races", () => writtenDocument("cache"), { hash: "#step=12&tab=races" }],
  ["doc-waiting", () => writtenDocument("two_phase_commit"), { hash: "#step=14&tab=waiting", height: 1000 }],
  ["many-lanes", () => wideReport(40), { hash: "#step=75" }],
  ["big", () => bigReport(10_000), {}],
  [
    "verified",
    () => ({
      ...reportOf(recordedTrace("cache")),
      trace: null,
      verdict: "verified",
      tree: cacheReport().tree,
    }),
    {},
  ],
];

test.each(PICTURES)("%s", async (name, report, options) => {
  const { page, surprises } = await open(browser, name, report(), options);
  await page.waitForTimeout(150);
  await screenshot(page, name);
  expect(surprises.list).toEqual([]);
  await page.context().close();
});
