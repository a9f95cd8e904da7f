import { sanitizeLink } from "#schema/values/urls.ts";
import { parseUrl } from "#schema/values/links.ts";
import { escapeHtml } from "./runs.ts";
import { styleOf } from "./styles.ts";

// As the inline tools of the editor write them.
const UNDERLINE = '<u class="cdx-underline">';
const MARKER = '<mark class="cdx-marker">';
const CODE = '<code class="inline-code">';

const TAGS: Record<string, string> = {
  "b, strong": "<b>",
  "i, em, dfn, var": "<i>",
  "u, ins": UNDERLINE,
  "s, strike, del": "<s>",
  mark: MARKER,
  "code, tt, samp": CODE,
  kbd: "<kbd>",
  sub: "<sub>",
  sup: "<sup>",
  q: "<q>",
};
const MARKS = new Map(
  Object.entries(TAGS).flatMap(([tags, mark]) => tags.split(", ").map((tag) => [tag, mark] as const)),
);

/** Returns the marks of the text in an inline element: opening tags, outermost first. `around` are those around it. */
export function marksIn(element: Element, around: readonly string[]): string[] {
  const marks = new Set(around);
  const style = styleOf(element);
  const decoration = style.get("text-decoration-line") ?? style.get("text-decoration") ?? "";
  const link = element.tagName === "A" && linkOf(element);
  if (link) for (const mark of around) if (mark.startsWith("<a ")) marks.delete(mark);
  const own = MARKS.get(element.localName);
  if (own && !(decoration.startsWith("none") && (own === UNDERLINE || own === "<s>"))) marks.add(own);

  const set = (mark: string, value: string | undefined, on: RegExp, off?: RegExp) => {
    if (value !== undefined && on.test(value)) marks.add(mark);
    else if (value !== undefined && off?.test(value)) marks.delete(mark);
  };
  set("<b>", style.get("font-weight"), /^(?:bold|[6-9]00)/, /^(?:normal|lighter|[1-5]00)/);
  set("<i>", style.get("font-style"), /^(?:italic|oblique)/, /^normal/);
  set("<s>", decoration, /line-through/);
  set(UNDERLINE, decoration, /underline/);
  set(
    MARKER,
    style.get("mso-highlight") ?? style.get("background-color") ?? style.get("background"),
    /^(?:yellow|#ff0|#ffff00|rgb\(255, 255, 0\))$/,
  );
  set("<sup>", style.get("vertical-align"), /^super/);
  set("<sub>", style.get("vertical-align"), /^sub/);

  const all = link ? [link, ...marks] : [...marks];
  // Links are underlined anyway.
  return all[0]?.startsWith("<a ") ? all.filter((mark) => mark !== UNDERLINE) : all;
}

/** Links that Google Docs and Outlook lead over their own pages. */
const REDIRECTS = [
  { page: /^https:\/\/www\.google\.com\/url\?/, parameter: "q" },
  { page: /^https:\/\/[\w.]+\.safelinks\.protection\.outlook\.com\//, parameter: "url" },
];

function linkOf(element: Element): string | undefined {
  const href = element.getAttribute("href") ?? "";
  // It leads to a place in the document that was copied.
  if (href.startsWith("#")) return undefined;
  const redirect = REDIRECTS.find(({ page }) => page.test(href));
  const url = sanitizeLink((redirect && parseUrl(href)?.searchParams.get(redirect.parameter)) ?? href);
  return url && `<a href="${escapeHtml(url)}">`;
}
