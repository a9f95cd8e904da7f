import path from "node:path";
import type { Plugin } from "vite";
import { BROWSERS, buildAlone } from "./build-alone.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

/** The stylesheet has arrived before a visitor presses something. The link to the content is the first that a key reaches. */
const USE = /:hover|:active|(?<!skip-link):focus|:disabled|\[aria-busy=true\]/;

/** What the home page's first screen does not show. */
const LATER =
  /\[aria-current\]|\[aria-disabled=true\]|\[open\]|-cancel-button|\.(?:arrow|badge|category-icon|favicon|icon-button|icon-filled|logo-\d+|narrow|needs-script|touch-link|turn|without-script)\b|\bh3\b|tint-/;

/** Pages of which the document has the styles of the first screen, `web/first-screen/`, without rules for these parts. */
const FIRST_SCREENS = { home: [USE, LATER], other: [USE] };

/**
 * The document has the styles of the first screen and the script that runs before it is shown. The Content-Security-Policy
 * admits both by their hashes. The script adds the stylesheet with all styles of pages after the first frame. Without
 * scripts, a link at the end of the body does.
 */
export function firstScreen(): Plugin {
  let stylesheet = "";
  return {
    name: "first-screen",
    config: () => ({ build: { cssTarget: BROWSERS } }),
    transform: {
      // The styles of private screens, which scripts load, follow those of all pages.
      filter: { id: /\0vite\/preload-helper/ },
      handler(code) {
        const append = "document.head.appendChild(";
        if (!code.includes(append)) this.error("Vite adds stylesheets in another way.");
        return { code: code.replace(append, "document.body.appendChild("), map: null };
      },
    },
    // Chunks no longer name the stylesheet, so no script loads it again.
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk" || !file.moduleIds.includes(path.resolve(ROOT, "styles.css"))) continue;
        const { importedCss } = file.viteMetadata!;
        stylesheet = [...importedCss][0]!;
        importedCss.clear();
      }
      if (stylesheet === "" && this.environment.name === "client") this.error("No file imports web/styles.css.");
    },
    async transformIndexHtml() {
      const href = stylesheet && `/${stylesheet}`;
      const script = await buildAlone("first-script.ts", { STYLESHEET: JSON.stringify(href) });
      const link = { tag: "link", attrs: { rel: "stylesheet", href } };
      return [
        ...(await Promise.all(Object.entries(FIRST_SCREENS).map(firstScreenStyles))),
        { tag: "script", children: script.code.trim(), injectTo: "head" as const },
        ...(stylesheet ? [{ tag: "noscript", children: [link], injectTo: "body" as const }] : []),
      ];
    },
  };
}

/** The Worker keeps one of them in a document (worker/pages/render.tsx). */
async function firstScreenStyles([screen, later]: [string, RegExp[]]) {
  const { code } = await buildAlone(`first-screen/${screen}.css`);
  const rest = String.raw`(?:[^{},@]|\([^()]*\))*`;
  const part = `${rest}(?:${later.map(({ source }) => source).join("|")})${rest}`;
  const children = withValues(
    code
      .trim()
      .replace(new RegExp(`(?<=[{}])${part}(?:,${part})*\\{[^{}]*\\}`, "g"), "")
      .replace(/@media[^{}]*\{\}/g, ""),
  );
  return { tag: "style", attrs: { "data-screen": screen }, children, injectTo: "head" } as const;
}

const TOKEN = /(--[\w-]+):([^;{}]*)(?:;|(?=\}))/g;

/** A token that is set once is replaced by its value, which is shorter after compression. */
function withValues(styles: string): string {
  const values = new Map<string, string[]>();
  for (const [, name, value] of styles.matchAll(TOKEN)) values.set(name!, [...(values.get(name!) ?? []), value!]);
  const isSetOnce = (name: string) => values.get(name)?.length === 1;
  const replace = (text: string): string =>
    text.replace(/var\((--[\w-]+)\)/g, (use, name) => (isSetOnce(name) ? replace(values.get(name)![0]!) : use));
  return replace(styles.replace(TOKEN, (token, name) => (isSetOnce(name) ? "" : token)));
}
