// Readers who see fewer colours: what colour tells must reach them too, by contrast or by a sign.
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cacheReport } from "../fixtures/make";
import { launch, open, screenshot } from "./browser";

const VISIONS = ["none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"] as const;
type Vision = (typeof VISIONS)[number];

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

/** The colours of variables of the style sheet, as Chromium shows them to such eyes. */
async function seen(page: Page, names: readonly string[]): Promise<number[][]> {
  await page.evaluate((all) => {
    document.querySelector("#swatches")?.remove();
    const box = document.createElement("div");
    box.id = "swatches";
    box.style.cssText = "position:fixed;inset:0 auto auto 0;z-index:9;display:flex";
    for (const name of all) {
      const swatch = document.createElement("i");
      swatch.style.cssText = `width:20px;height:20px;background:var(${name})`;
      box.append(swatch);
    }
    document.body.append(box);
  }, names);
  const width = names.length * 20;
  const png = await page.screenshot({ clip: { x: 0, y: 0, width, height: 20 } });
  // A page of its own reads the pixels: the report forbids itself to load anything.
  const reader = await browser.newPage();
  const pixels = await reader.evaluate(
    async ({ data, count }) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${data}`;
      await picture.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [picture.width, picture.height];
      const context = canvas.getContext("2d")!;
      context.drawImage(picture, 0, 0);
      return Array.from({ length: count }, (_, n) => [
        ...context.getImageData(n * 20 + 10, 10, 1, 1).data.slice(0, 3),
      ]);
    },
    { data: png.toString("base64"), count: names.length },
  );
  await reader.close();
  return pixels;
}

function luminance(rgb: number[]): number {
  const [r, g, b] = rgb.map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: number[], b: number[]): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

// What is written in a colour, on what: text, so 4.5 as the guidelines ask of it (WCAG 1.4.3).
const INKS = [
  ["--bad", "--paper"],
  ["--bad", "--bad-soft"],
  ["--good", "--good-soft"],
  ["--open", "--open-soft"],
  ["--object", "--paper"],
  ["--accent", "--paper"],
  ["--past-ink", "--past"],
  ["--future-ink", "--future"],
  ["--ink", "--current"],
] as const;

describe.each([false, true])("dark: %s", (dark) => {
  test.each(VISIONS)("with %s all that is coloured can be read", async (vision: Vision) => {
    const { page, surprises } = await open(browser, `colours-${vision}`, cacheReport(), { dark });
    const session: CDPSession = await page.context().newCDPSession(page);
    await session.send("Emulation.setEmulatedVisionDeficiency", { type: vision });
    await screenshot(page, `colours-${vision}-${dark ? "dark" : "light"}`);
    const pixels = await seen(page, INKS.flat());
    INKS.forEach(([ink, paper], n) =>
      expect(contrast(pixels[2 * n]!, pixels[2 * n + 1]!), `${ink} on ${paper}`).toBeGreaterThan(4.5),
    );
    expect(surprises.list).toEqual([]);
    await page.context().close();
  });
});

test("what colours tell apart, shapes and dashes tell apart as well", async () => {
  const { page } = await open(browser, "colours-shapes", cacheReport());
  const dashes = await page.evaluate(() => {
    const svg = document.querySelector("svg.drawing")!;
    return ["message", "flight", "lost", "spawn", "exit", "monitor", "link"].map((kind) => {
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("class", `arrow ${kind}`);
      svg.append(path);
      return getComputedStyle(path).strokeDasharray;
    });
  });
  expect(new Set(dashes).size).toBe(dashes.length);
  await page.context().close();
});
