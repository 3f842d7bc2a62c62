// The page of `heddle serve`: one file, as the report is, but it may talk to the server it comes from.
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["serve.html"];
      if (page?.type !== "asset") throw new Error("serve.html is not part of the build");
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
      const policy =
        `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:; ` +
        "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'";
      page.source = String(page.source)
        .replace(/^\s*<script type="module"[^>]*><\/script>\n/m, "")
        .replace(/^\s*<link rel="stylesheet"[^>]*>\n/m, "")
        .replace("<!-- policy -->", () => `<meta http-equiv="Content-Security-Policy" content="${policy}">`)
        .replace("<!-- style -->", () => `<style>${style.trim()}</style>`)
        .replace("<!-- script -->", () => `<script type="module">${script}</script>`);
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [oneFile()],
  publicDir: false,
  build: {
    target: "es2022",
    outDir: fileURLToPath(new URL("../dist", import.meta.url)),
    emptyOutDir: false, // report.html is there, too
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rollupOptions: { input: fileURLToPath(new URL("serve.html", import.meta.url)) },
  },
});
