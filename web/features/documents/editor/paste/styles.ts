const NO_STYLE: ReadonlyMap<string, string> = new Map();

/**
 * Reads the `style` attribute as text: the browser's own parser drops the properties of Word, such as `mso-list`. All is in
 * small letters.
 */
export function styleOf(element: Element): ReadonlyMap<string, string> {
  const style = element.getAttribute("style");
  if (!style) return NO_STYLE;
  const text = style.toLowerCase().replaceAll(/\s*!\s*important/g, "");
  const declarations = text.split(";").map((declaration) => declaration.split(":"));
  return new Map(declarations.map(([name = "", ...value]) => [name.trim(), value.join(":").trim()]));
}

const DROPPED =
  "head, style, script, template, noscript, title, svg, canvas, object, audio, video, select, textarea, input, [hidden], [aria-hidden=true], " +
  // Line numbers of code, the checkboxes of Google Docs, which are pictures, and pixels that count readers.
  ".blob-num, td.gutter, .hljs-ln-numbers, .rouge-gutter, [aria-roledescription=checkbox], img[width='1'][height='1']";

export function isHidden(element: Element): boolean {
  const style = styleOf(element);
  return (
    (element.matches(DROPPED) && element.tagName !== "BR") ||
    style.get("display") === "none" ||
    style.get("visibility") === "hidden" ||
    style.get("mso-hide") === "all" ||
    // The sign or number of an item in Word.
    style.get("mso-list") === "ignore"
  );
}

const BLOCK_TAGS: ReadonlySet<string> = new Set(
  "ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION CENTER DD DETAILS DIALOG DIR DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HGROUP LEGEND LI MAIN MENU NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL".split(
    " ",
  ),
);

export const isBlock = (element: Element) =>
  BLOCK_TAGS.has(element.tagName) || /^(?:block|flex|grid|list-item)$/.test(styleOf(element).get("display") ?? "");

/** Undefined if the element does not say it. */
export const keepsLines = (element: Element) => styleOf(element).get("white-space")?.startsWith("pre");
