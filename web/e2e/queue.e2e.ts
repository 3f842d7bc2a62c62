// The runs of a queue on the page of `heddle serve --queue`: a real server, a real run.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, screenshot } from "./browser";

const heddle = process.env["HEDDLE"] ?? fileURLToPath(new URL("../../build/bin/heddle", import.meta.url));

let folder = "";
let queue = "";
let browser: Browser;
let page: Page;
let server: ChildProcess;
let explorer: ChildProcess;

const firstMatch = (child: ChildProcess, wanted: RegExp) =>
  new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout!.on("data", (bytes: Buffer) => {
      text += bytes.toString();
      const found = wanted.exec(text);
      if (found !== null) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`heddle has ended with ${code}`)));
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-queue-"));
  chmodSync(folder, 0o711); // root's server is another user
  queue = execFileSync(heddle, ["queue", "start", join(folder, "server")], { encoding: "utf8" }).trim();
  server = spawn(heddle, ["serve", "--port", "0", "--queue", queue], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await firstMatch(server, /http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{64}/);
  browser = await launch();
  page = await browser.newPage();
  page.setDefaultTimeout(50_000);
  await page.goto(address);
});
afterAll(async () => {
  await browser?.close();
  explorer?.kill("SIGKILL");
  server?.kill("SIGINT");
  execFileSync(heddle, ["queue", "stop", join(folder, "server")]);
  rmSync(folder, { recursive: true });
});

test("a run is shown with its workers, grows, and can be stopped", async () => {
  await page.locator(".queue-runs", { hasText: "no runs" }).waitFor();
  expect(await page.locator(".queue summary").innerText()).toContain(`host=${folder}/server`);
  explorer = spawn(
    heddle,
    ["explore", "lastzero(24)", "--dpor", "parsimonious", "--queue", queue, "--quiet"],
    {
      stdio: "ignore",
    },
  );
  const ended = new Promise((resolve) => explorer.on("exit", resolve));
  const run = page.locator('.queue-runs li[data-run="1"]');
  await run.locator(".workers li", { hasText: `${explorer.pid}: 1 thread` }).waitFor();
  expect(await run.locator(".queue-title").innerText()).toBe("1. toy lastzero(24)");
  expect(await run.locator(".verdict").innerText()).toBe("running");
  const interleavings = async () =>
    Number((await run.locator(".progress-text").innerText()).split(" ")[0]!.replaceAll(",", ""));
  await expect.poll(interleavings, { timeout: 20_000 }).toBeGreaterThan(0); // the first slice is handed in
  await screenshot(page, "serve-queue");
  await run.getByRole("button", { name: "Stop run 1" }).click();
  await expect.poll(() => run.locator(".verdict").innerText()).toBe("stopped (heddle serve)");
  expect(await ended).toBe(3); // inconclusive
  expect(await run.getByRole("button").count()).toBe(0);
});
