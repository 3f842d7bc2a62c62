import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/** How every page is built. */
export const pageBuild = {
  target: "es2022",
  modulePreload: false,
  cssCodeSplit: false,
  assetsInlineLimit: 0,
  emptyOutDir: false, // the other page is there as well
} as const;

/**
 * Puts script and style into the page, so that it is one file. The page forbids itself every script
 * but its own, and every request that `allowed` does not name: whatever it shows stays text.
 */
export function oneFile(name: string, allowed = "", check = (_html: string) => {}): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle[name];
      if (page?.type !== "asset") throw new Error(`${name} is not part of the build`);
      let script = "";
      let style = "";
      for (const [part, file] of Object.entries(bundle)) {
        if (file === page) continue;
        if (file.type === "chunk") script += file.code;
        else if (part.endsWith(".css")) style += String(file.source);
        else throw new Error(`${part}: only script and style can be put into the page`);
        delete bundle[part];
      }
      script = script.trim().replaceAll("</script", "<\\/script");
      const hash = createHash("sha256").update(script).digest("base64");
      const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:${allowed}`;
      const html = String(page.source)
        .replace(/^\s*<script type="module"[^>]*><\/script>\n/m, "")
        .replace(/^\s*<link rel="stylesheet"[^>]*>\n/m, "")
        .replace("<!-- policy -->", () => `<meta http-equiv="Content-Security-Policy" content="${policy}">`)
        .replace("<!-- style -->", () => `<style>${style.trim()}</style>`)
        .replace("<!-- script -->", () => `<script type="module">${script}</script>`);
      check(html);
      page.source = html;
    },
  };
}
