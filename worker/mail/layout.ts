import { html, raw } from "hono/html";
import { type DirectoryConfig, imprintOf } from "#schema/pages/pages.ts";
import { cutAtWord } from "#schema/values/text.ts";

/** A part of a mail. Both versions of the mail, HTML and plain text, are made of the same parts. */
export type MailPart =
  | string
  /** Text by a person. It keeps its lines and its direction. */
  | { words: string; isQuoted?: boolean }
  | { code: string }
  | { button: string; link: string }
  | { facts: [label: string, value: string][] };

export type MailContent = {
  subject: string;
  /** The first sentence says what to do. */
  parts: [first: string | { words: string }, ...others: MailPart[]];
  /** Why the person gets this mail. */
  why: string;
};

export const toText = (site: DirectoryConfig, { parts, why }: MailContent): string =>
  [...parts.map(partText), "-- ", ...footer(site, why)].join("\n\n");

function partText(part: MailPart): string {
  if (typeof part === "string") return part;
  if ("words" in part) return part.words;
  if ("code" in part) return part.code;
  if ("button" in part) return `${part.button}\n${part.link}`;
  return part.facts.map(([label, value]) => `${label}: ${value}`).join("\n");
}

const footer = (site: DirectoryConfig, why: string) => [
  `${site.name}, ${site.origin}`,
  `${why} If you need help, write to ${site.supportEmail}.`,
  ...(site.operator ? [imprintOf(site.operator)] : []),
];

// The colours of web/styles/tokens.css. The ink has a letter, because a mail with a code has no other six digits.
const INK = "#10181a";
const MUTED = "#4c5952";
const PAPER = "#ffffff";
const RULE = "#d5ddd8";
const GREEN = "#00694a";
const ON_GREEN = "#ffffff";

const FONT = "system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,Arial,sans-serif";

// Gmail drops a whole style element for a selector that it does not know, so Outlook.com has its own.
const DARK = [
  [".paper", "background-color:#0f1311", "color:#e9efeb"],
  [".ink", "color:#e9efeb"],
  [".muted", "color:#a7b4ad"],
  [".link", "color:#5ed4a5"],
  [".rule", "border-color:#2c3631"],
  [".ink-bar", "background-color:#e9efeb"],
  [".green-bar", "background-color:#5ed4a5"],
  [".green-head", "border-left-color:#5ed4a5"],
  [".go", "background-color:#5ed4a5", "color:#04231a"],
] as const;

const darkRules = (within: string) =>
  DARK.map(([name, ...rules]) => `${within}${name}{${rules.map((rule) => `${rule}!important`).join(";")}}`).join("");

const STYLES = `<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${darkRules("")}}
</style>
<style>${darkRules("[data-ogsc] ")}</style>`;

/** Keeps mail clients from showing more text after the first sentence. */
const PADDING = "&#847;&zwnj;&nbsp;".repeat(80);

const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
const bar = "height:3px;line-height:3px;font-size:0;mso-line-height-rule:exactly";
const dash = (width: number) => `width:${width}px;height:4px;line-height:4px;font-size:0`;
const text = (size: number, line: number, color: string) => `font:${size}px/${line}px ${FONT};color:${color}`;

/**
 * The HTML version: 560 pixels of tables with inline styles, as Outlook and Gmail need them. It loads nothing.
 * https://www.caniemail.com lists what each mail client supports.
 */
export function toHtml(site: DirectoryConfig, content: MailContent): string {
  const { subject, parts, why } = content;
  const [first, ...others] = parts;
  return String(
    html`<!doctype html>
      <html lang="en" dir="ltr">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
          <meta name="x-apple-disable-message-reformatting" />
          <title>${subject}</title>
          ${raw(STYLES)}
        </head>
        <body class="paper" style="margin:0;padding:0;background-color:${PAPER}">
          <div class="preheader" aria-hidden="true" style="display:none;max-height:0;overflow:hidden;mso-hide:all">
            ${firstSentence(first)}${raw(PADDING)}
          </div>
          <table ${raw(table)} width="100%" class="paper" bgcolor="${PAPER}" style="background-color:${PAPER}">
            <tr>
              <td align="center" style="padding:24px 16px 40px">
                <!--[if mso]><table ${raw(table)} width="560"><tr><td><![endif]-->
                <table ${raw(table)} width="100%" style="width:100%;max-width:560px;table-layout:fixed">
                  <tr>
                    <td align="left" style="padding:0 0 12px">${wordmark(site)}</td>
                  </tr>
                  <tr>
                    <td>
                      <table ${raw(table)} width="100%">
                        <tr>
                          <td
                            class="ink-bar"
                            width="33%"
                            height="3"
                            bgcolor="${INK}"
                            style="${bar};background-color:${INK}"
                          >
                            &nbsp;
                          </td>
                          <td class="green-bar" height="3" bgcolor="${GREEN}" style="${bar};background-color:${GREEN}">
                            &nbsp;
                          </td>
                        </tr>
                      </table>
                    </td>
                  </tr>
                  <tr>
                    <td align="left" style="padding:24px 0 8px;word-wrap:break-word;overflow-wrap:anywhere">
                      ${toParagraph(first, `margin:0 0 20px;${text(19, 27, INK)};font-weight:600`)}
                      ${others.map(partHtml)}
                    </td>
                  </tr>
                  <tr>
                    <td
                      align="left"
                      class="rule"
                      style="padding:16px 0 0;border-top:1px solid ${RULE};word-wrap:break-word;overflow-wrap:anywhere"
                    >
                      ${footer(site, why).map((line) => paragraph(line, `margin:0 0 8px;${text(13, 20, MUTED)}`, "muted"))}
                    </td>
                  </tr>
                </table>
                <!--[if mso]></td></tr></table><![endif]-->
              </td>
            </tr>
          </table>
        </body>
      </html>`,
  );
}

/** The mark is drawn with cells, because mail clients block images and drop SVG. */
const wordmark = ({ name, origin }: DirectoryConfig) =>
  html`<table ${raw(table)} width="100%">
    <tr>
      <td width="38" valign="middle" aria-hidden="true">
        <!--[if !mso]><!-->
        <table ${raw(table)}>
          <tr>
            <td width="13" valign="middle">
              <div class="ink-bar" style="${dash(11)};background-color:${INK}"></div>
            </td>
            <td valign="middle"><div class="green-bar" style="${dash(9)};background-color:${GREEN}"></div></td>
            <td valign="middle">
              <div
                class="green-head"
                style="width:0;height:0;border-top:7px solid transparent;border-bottom:7px solid transparent;border-left:9px solid ${GREEN}"
              ></div>
            </td>
          </tr>
        </table>
        <!--<![endif]-->
      </td>
      <td valign="middle" style="word-wrap:break-word;overflow-wrap:anywhere">
        <a class="wordmark ink" href="${origin}" style="font:700 20px/28px ${FONT};color:${INK};text-decoration:none"
          >${name}</a
        >
      </td>
    </tr>
  </table>`;

function partHtml(part: MailPart) {
  if (typeof part === "string" || "words" in part) return toParagraph(part, `margin:0 0 16px;${text(16, 24, INK)}`);
  if ("code" in part) {
    return html`<p
      class="ink"
      style="margin:0 0 20px;font:700 38px/48px ${FONT};font-variant-numeric:tabular-nums;letter-spacing:3px;color:${INK}"
    >
      <strong style="-webkit-user-select:all;user-select:all">${part.code}</strong>
    </p>`;
  }
  if ("button" in part) {
    return html`<table ${raw(table)}>
        <tr>
          <td
            class="go"
            bgcolor="${GREEN}"
            style="background-color:${GREEN};border-radius:4px;mso-padding-alt:12px 20px"
          >
            <a
              class="go"
              href="${part.link}"
              style="display:inline-block;padding:12px 20px;font:600 16px/20px ${FONT};background-color:${GREEN};color:${ON_GREEN};text-decoration:none;border-radius:4px"
              >${part.button}</a
            >
          </td>
        </tr>
      </table>
      <p class="muted" style="margin:8px 0 20px;${text(14, 20, MUTED)}">${anchor(part.link)}</p>`;
  }
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;table-layout:fixed">
    ${part.facts.map(
      ([label, value]) =>
        html`<tr>
          <th
            scope="row"
            align="left"
            valign="top"
            width="30%"
            class="muted rule"
            style="padding:8px 8px 8px 0;border-top:1px solid ${RULE};text-align:left;font-weight:400;${text(14, 24, MUTED)}"
          >
            ${label}
          </th>
          <td valign="top" class="ink rule" style="padding:8px 0;border-top:1px solid ${RULE};${text(16, 24, INK)}">
            ${linkAddresses(value)}
          </td>
        </tr>`,
    )}
  </table>`;
}

function toParagraph(part: string | { words: string; isQuoted?: boolean }, style: string) {
  if (typeof part === "string") return paragraph(part, style);
  const quoted = part.isQuoted ? `;padding:0 0 0 16px;border-left:3px solid ${RULE}` : "";
  return html`<p dir="auto" class="ink rule" style="${style}${quoted}">${lines(part.words)}</p>`;
}

const paragraph = (line: string, style: string, name = "ink") =>
  html`<p class="${name}" style="${style}">${linkAddresses(line)}</p>`;

/** Outlook ignores `white-space`. A person's addresses stay text. */
const lines = (words: string) => words.split("\n").map((line, index) => html`${index > 0 ? html`<br />` : ""}${line}`);

/** A full stop or comma after an address is not part of it. */
const linkAddresses = (line: string) =>
  line
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]|[^\s<>"@,;:]+@[^\s<>"@,;:]*[^\s<>"@.,;:!?)])/)
    .map((part, index) => (index % 2 ? anchor(part) : part));

const anchor = (address: string) =>
  html`<a
    class="link"
    dir="ltr"
    href="${address.includes("://") ? address : `mailto:${address}`}"
    style="color:${GREEN};text-decoration:underline"
    >${address}</a
  >`;

/** Mail clients show it beside the subject. */
function firstSentence(first: string | { words: string }): string {
  const words = typeof first === "string" ? first : first.words;
  return cutAtWord(/^.*?[.:!?](?=\s|$)/s.exec(words)?.[0] ?? words, 200);
}

/**
 * Isolates a name with right-to-left letters, so that it does not reorder the sentence around it.
 * https://www.w3.org/International/questions/qa-bidi-unicode-controls
 */
export const isolate = (name: string) =>
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(name)
    ? `\u2068${name}\u2069`
    : name;
