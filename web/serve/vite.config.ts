// The page of `heddle serve`: one file, as the report is, but it may talk to the server it comes from.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { oneFile, pageBuild } from "../one-file.config.ts";

const ALLOWED = "; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [oneFile("serve.html", ALLOWED)],
  publicDir: false,
  build: {
    ...pageBuild,
    outDir: fileURLToPath(new URL("../dist", import.meta.url)),
    rollupOptions: { input: fileURLToPath(new URL("serve.html", import.meta.url)) },
  },
});
