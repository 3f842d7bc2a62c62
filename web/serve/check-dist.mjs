// Says whether dist/serve.html is what the sources build: builds again and compares the bytes.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const folder = mkdtempSync(join(tmpdir(), "heddle-serve-"));
try {
  const configFile = fileURLToPath(new URL("vite.config.ts", import.meta.url));
  await build({ configFile, logLevel: "warn", build: { outDir: folder } });
  const fresh = readFileSync(join(folder, "serve.html"));
  const committed = readFileSync(new URL("../dist/serve.html", import.meta.url));
  if (!fresh.equals(committed)) {
    console.error("dist/serve.html is out of date: run `npm run build:serve` and commit it");
    process.exitCode = 1;
  } else {
    console.log(`dist/serve.html is up to date (${committed.length} bytes)`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
