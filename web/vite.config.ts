import { defineConfig } from "vitest/config";
import { oneFile, pageBuild } from "./one-file.config.ts";

/** The line that `heddle` replaces by the document; it must be there exactly once. */
const SLOT = '<script id="heddle-report" type="application/json">null</script>';

function hasOneSlot(html: string) {
  if (html.split(`\n${SLOT}\n`).length !== 2) throw new Error("the line for the document is not there once");
}

export default defineConfig({
  plugins: [oneFile("report.html", "", hasOneSlot)],
  build: { ...pageBuild, rollupOptions: { input: "report.html" } },
  test: {
    projects: [
      { test: { name: "unit", include: ["tests/**/*.test.ts"] } },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.e2e.ts"],
          // Generous: what is slow on a busy machine is not wrong.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
          fileParallelism: false,
        },
      },
      { test: { name: "bench", include: ["e2e/**/*.bench.ts"], testTimeout: 120_000 } },
    ],
  },
});
