import path from "node:path";
import type { Plugin } from "vite";
import { BROWSERS, buildAlone } from "./build-alone.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Pages of which the document has the styles of the first screen: `web/first-screen/`. */
const FIRST_SCREENS = ["home", "other"];

/**
 * The document has the styles of the first screen and the script that runs before it is shown. The Content-Security-Policy
 * admits both by their hashes. The stylesheet with all other styles of pages is linked at the end of the body: browsers
 * show what stands before it while it loads (https://html.spec.whatwg.org/multipage/links.html#link-type-stylesheet).
 */
export function firstScreen(): Plugin {
  let stylesheet = "";
  return {
    name: "first-screen",
    config: () => ({ build: { cssTarget: BROWSERS } }),
    transform: {
      // The styles of private screens, which scripts load, follow those of all pages.
      filter: { id: /\0vite\/preload-helper/ },
      handler: (code) => ({
        code: code.replace("document.head.appendChild(", "document.body.appendChild("),
        map: null,
      }),
    },
    // Chunks no longer name the stylesheet, so no script loads it again.
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk" || !file.moduleIds.includes(path.resolve(ROOT, "styles.css"))) continue;
        const { importedCss } = file.viteMetadata!;
        stylesheet = [...importedCss][0]!;
        importedCss.clear();
      }
    },
    async transformIndexHtml() {
      const link = { tag: "link", attrs: { rel: "stylesheet", href: `/${stylesheet}` }, injectTo: "body" } as const;
      return [
        ...(await Promise.all(FIRST_SCREENS.map(firstScreenStyles))),
        { tag: "script", children: (await buildAlone("first-script.ts")).code.trim(), injectTo: "head" as const },
        ...(stylesheet ? [link] : []),
      ];
    },
  };
}

/** The Worker keeps one of them in a document (worker/pages/render.tsx). */
async function firstScreenStyles(screen: string) {
  const { code: styles } = await buildAlone(`first-screen/${screen}.css`);
  const used = new Set(styles.match(/(?<=var\()--[\w-]+/g));
  const children = styles
    .trim()
    // What happens on use has its styles by then.
    .replace(/(?<=[{}])(?:[^{},@]*:(?:hover|active|focus|focus-visible|disabled),?)+\{[^{}]*\}/g, "")
    .replace(/(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (token, name) => (used.has(name) ? token : ""));
  return { tag: "style", attrs: { "data-screen": screen }, children, injectTo: "head" } as const;
}
