import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The line that `heddle` replaces by the document; it must be there exactly once. */
const SLOT = '<script id="heddle-report" type="application/json">null</script>';

/**
 * Puts script and style into the page, so that a report is one file. The page forbids itself every
 * request and every script but its own: whatever a report contains stays text.
 */
function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["report.html"];
      if (page?.type !== "asset") throw new Error("report.html is not part of the build");
      let html = String(page.source);
      let script = "";
      let style = "";
      for (const [name, file] of Object.entries(bundle)) {
        if (file === page) continue;
        if (file.type === "chunk") script += file.code;
        else if (name.endsWith(".css")) style += String(file.source);
        else throw new Error(`${name}: only script and style can be put into the page`);
        delete bundle[name];
      }
      script = script.trim().replaceAll("</script", "<\\/script");
      const hash = createHash("sha256").update(script).digest("base64");
      const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:`;
      html = html
        .replace(/^\s*<script type="module"[^>]*><\/script>\n/m, "")
        .replace(/^\s*<link rel="stylesheet"[^>]*>\n/m, "")
        .replace("<!-- policy -->", () => `<meta http-equiv="Content-Security-Policy" content="${policy}">`)
        .replace("<!-- style -->", () => `<style>${style.trim()}</style>`)
        .replace("<!-- script -->", () => `<script type="module">${script}</script>`);
      if (html.split(`\n${SLOT}\n`).length !== 2)
        throw new Error("the line for the document is not there once");
      page.source = html;
    },
  };
}

export default defineConfig({
  plugins: [oneFile()],
  build: {
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    emptyOutDir: false, // the page of serve is there as well
    rollupOptions: { input: "report.html" },
  },
  test: {
    projects: [
      { test: { name: "unit", include: ["tests/**/*.test.ts"] } },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.e2e.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
