// Chromium with a report in it. Reports are opened from files, as a reader does.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { page as reportPage } from "../fixtures/make";
import type { Report } from "../src/document/report";

export const artefacts = fileURLToPath(new URL("artefacts/", import.meta.url));

/** For what a busy machine may delay, in ms. */
export const PATIENCE = 120_000;

export async function launch(): Promise<Browser> {
  mkdirSync(artefacts, { recursive: true });
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  if (!existsSync(executablePath))
    throw new Error(`${executablePath} is missing: install chromium, or set CHROMIUM`);
  return chromium.launch({
    executablePath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Requests to anything but the file itself, dialogs, and errors: none must happen. */
export interface Surprises {
  readonly list: string[];
}

interface Looks {
  hash?: string;
  width?: number;
  height?: number;
  dark?: boolean;
}

export async function open(
  browser: Browser,
  name: string,
  report: Report,
  looks: Looks = {},
): Promise<{ page: Page; surprises: Surprises }> {
  const file = `${artefacts}${name}.html`;
  writeFileSync(file, reportPage(report));
  return openFile(browser, file, looks);
}

export async function openFile(
  browser: Browser,
  file: string,
  { hash = "", width = 1280, height = 800, dark = false }: Looks = {},
): Promise<{ page: Page; surprises: Surprises }> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const surprises: Surprises = { list: [] };
  page.on("request", (request) => {
    if (!request.url().startsWith("file://")) surprises.list.push(`request ${request.url()}`);
  });
  page.on("dialog", (dialog) => {
    surprises.list.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => surprises.list.push(`error ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") surprises.list.push(`console ${message.text()}`);
  });
  await page.goto(pathToFileURL(file).href + hash);
  return { page, surprises };
}

/** The page as it is in the tree, without a document. */
export async function openEmpty(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(new URL("../dist/report.html", import.meta.url).href);
  return page;
}

export async function screenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${artefacts}${name}.png` });
}
