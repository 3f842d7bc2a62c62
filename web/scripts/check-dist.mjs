// Says whether dist/report.html is what the sources build: builds again and compares the bytes.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";

const folder = mkdtempSync(join(tmpdir(), "heddle-report-"));
try {
  await build({ logLevel: "warn", build: { outDir: folder, emptyOutDir: true } });
  const fresh = readFileSync(join(folder, "report.html"));
  const committed = readFileSync(new URL("../dist/report.html", import.meta.url));
  if (!fresh.equals(committed)) {
    console.error("dist/report.html is out of date: run `npm run build` and commit it");
    process.exitCode = 1;
  } else {
    console.log(`dist/report.html is up to date (${committed.length} bytes)`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
