// What axe finds wrong with a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** The serious and critical ones, each with a few of its places. */
export async function seriousIssues(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe;
    const { violations } = await run();
    return violations
      .filter((one) => one.impact === "serious" || one.impact === "critical")
      .map(
        (one) =>
          `${one.id}: ${one.nodes
            .slice(0, 3)
            .map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`)
            .join(" | ")}`,
      );
  });
}
