import { raw } from "hono/html";
import { cutAtWord } from "#schema/values/text.ts";
import { xml } from "../../http/xml.ts";

export const BADGES = ["listed", "verified", "moved"] as const;
export type BadgeKind = (typeof BADGES)[number];

export type BadgeFacts = { name: string; isVerified: boolean; moved: number; directory: string };

/** Ground, line, text, mark, what is drawn on the mark, and its faint half: the colours of web/styles/tokens.css. */
const THEMES = {
  light: ["#ffffff", "#7b8881", "#101814", "#00694a", "#ffffff", "#8fd9bd"],
  dark: ["#0f1311", "#718079", "#e9efeb", "#5ed4a5", "#04231a", "#00694a"],
};
export type Theme = keyof typeof THEMES;

const colours = (theme: Theme) => {
  const [ground, line, text, mark, on, faint] = THEMES[theme];
  return `.ground{fill:${ground};stroke:${line}}text{fill:${text}}.mark{fill:${mark}}.on{stroke:${on}}.faint{stroke:${faint}}`;
};

const HEIGHT = 40;
const TEXT_LEFT = 42;
const TEXT_RIGHT = 14;
const FONT_PX = 15;
const MAX_NAME = 40;

/** Without a proof or an answer, the badge says that the site is listed. `theme`: by default, the one of the visitor. */
export function drawBadge(facts: BadgeFacts, kind: BadgeKind, theme: Theme | undefined) {
  const words = wordsOf(facts, kind);
  const width = widthOf(words);
  const style = theme ? colours(theme) : `${colours("light")}@media(prefers-color-scheme:dark){${colours("dark")}}`;
  // The text has exactly the estimated width, so that no font draws it over the edge.
  return xml`<svg
      xmlns="http://www.w3.org/2000/svg"
      width="${TEXT_LEFT + width + TEXT_RIGHT}"
      height="${HEIGHT}"
      role="img"
      aria-labelledby="title"
    >
      <title id="title">${facts.name}: ${words}</title>
      <style>
        ${raw(style)}
      </style>
      <rect class="ground" x=".5" y=".5" width="${TEXT_LEFT + width + TEXT_RIGHT - 1}" height="${HEIGHT - 1}" rx="6" />
      <g transform="translate(11 10)scale(.625)">
        <rect class="mark" width="32" height="32" rx="7" />
        <path class="faint" fill="none" stroke-width="4" d="M4 16h8" />
        <path class="on" fill="none" stroke-width="4" d="M14 16h11M18.5 9l7 7-7 7" />
      </g>
      <text
        x="${TEXT_LEFT}"
        y="25"
        font-family="system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif"
        font-size="${FONT_PX}"
        font-weight="600"
        textLength="${width}"
        lengthAdjust="spacingAndGlyphs"
      >
        ${words}
      </text>
    </svg>`;
}

function wordsOf({ name, isVerified, moved, directory }: BadgeFacts, kind: BadgeKind): string {
  // The marks keep a name that is written from right to left apart from the words.
  if (kind === "moved" && moved > 0)
    return `${moved} ${moved === 1 ? "person" : "people"} moved to \u2068${cutAtWord(name, MAX_NAME)}\u2069`;
  return `${kind === "verified" && isVerified ? "Verified" : "Listed"} on ${directory}`;
}

/** An estimate in pixels. Letters of East Asia and pictures are as wide as high. */
const WIDTHS: [RegExp, em: number][] = [
  [/[\p{M}\p{Cf}]/u, 0],
  [/[ .,:;'|!ijlIftr()[\]-]/, 0.37],
  [/[mwMW@%—…]/, 1],
  [/[A-Z&]/, 0.72],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u, 1],
  [/[\p{L}\p{N}]/u, 0.63],
  [/[\0-\u00ff]/, 0.63],
  [/./su, 1.3],
];

const widthOf = (text: string) =>
  Math.ceil(
    FONT_PX * Array.from(text).reduce((sum, letter) => sum + WIDTHS.find(([some]) => some.test(letter))![1], 0),
  );
