// Says whether the pages in dist/ are what the sources build: builds again and compares the bytes.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const PAGES = { "report.html": "../vite.config.ts", "serve.html": "../serve/vite.config.ts" };

const folder = mkdtempSync(join(tmpdir(), "heddle-pages-"));
try {
  for (const [page, config] of Object.entries(PAGES)) {
    const configFile = fileURLToPath(new URL(config, import.meta.url));
    await build({ configFile, logLevel: "warn", build: { outDir: folder } });
    const fresh = readFileSync(join(folder, page));
    const committed = readFileSync(new URL(`../dist/${page}`, import.meta.url));
    if (!fresh.equals(committed)) {
      console.error(`dist/${page} is out of date: run \`npm run build\` and commit it`);
      process.exitCode = 1;
    } else {
      console.log(`dist/${page} is up to date (${committed.length} bytes)`);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
