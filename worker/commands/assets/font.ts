import { readFile } from "node:fs/promises";
import path from "node:path";
import subsetFont from "subset-font";
import { ROOT } from "../bindings.ts";
import { glyphsOf, metricsOf, stopKerningVariation } from "./open-type.ts";

const PACKAGE = path.join(ROOT, "node_modules/@fontsource-variable/instrument-sans");
const source = (part: string) => readFile(path.join(PACKAGE, `files/instrument-sans-${part}-standard-normal.woff2`));

export const uncompressed = (font: Uint8Array) =>
  subsetFont(font, "", { targetFormat: "truetype", keepAllGlyphs: true });

const TEXT = { wght: 400, wdth: 100 };
export const TEXT_MEDIUM = { wght: 500, wdth: 100 };
const BOLD = { wght: 700, wdth: 100 };
export const DISPLAY = { wght: 700, wdth: 84 };

/** One cut of the font, with the letters of the text. */
export const fixedCut = async (cut: typeof TEXT, text: string) =>
  subsetFont(await source("latin"), text, { targetFormat: "truetype", variationAxes: cut });

type Range = [first: number, last: number];
const WANTED: Range[] = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x218, 0x21b],
  [0x1e80, 0x1e85],
  [0x1e9e, 0x1e9e],
  [0x1ef2, 0x1ef3],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
];

/** For the images of shared links, whose program cannot vary a font: one file for each cut, and a list of their letters. */
async function fixedFiles(points: number[]): Promise<Record<string, string | Buffer>> {
  const letters = String.fromCodePoint(...points);
  const cuts = Object.entries({ headline: DISPLAY, text: TEXT_MEDIUM }).map(async ([name, variationAxes]) => {
    const parts = await Promise.all(
      PARTS.map(async ({ part }) =>
        subsetFont(await source(part), letters, { targetFormat: "truetype", noHinting: true, variationAxes }),
      ),
    );
    return parts.map((font, index): [string, Buffer] => [
      `../worker/share/fonts/${name}-${PARTS[index]!.part}.bin`,
      font,
    ]);
  });
  return {
    ...Object.fromEntries((await Promise.all(cuts)).flat()),
    "../worker/share/fonts/letters.json": `${JSON.stringify(unicodeRange(points))}\n`,
  };
}

/** Two files: each page needs the first, and only names with rarer letters need the second. */
const PARTS = [
  { part: "latin", file: "instrument-sans.woff2" },
  { part: "latin-ext", file: "instrument-sans-ext.woff2" },
];

/** The fonts with their licence, and the stylesheet that names them. */
export async function fontFiles(): Promise<Record<string, string | Buffer>> {
  const files: Record<string, string | Buffer> = {
    "fonts/instrument-sans-licence.txt": await readFile(path.join(PACKAGE, "LICENSE")),
  };
  const rules: string[] = [];
  const done = new Set<number>();
  for (const { part, file } of PARTS) {
    const font = await uncompressed(await source(part));
    stopKerningVariation(font);
    const present = glyphsOf(font);
    const points = WANTED.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    ).filter((point) => present.has(point) && !done.has(point));
    for (const point of points) done.add(point);
    files[`fonts/${file}`] = await subsetFont(font, String.fromCodePoint(...points), {
      targetFormat: "woff2",
      keepFeatures: ["tnum", "kern", "liga", "ccmp"],
      noHinting: true,
      // It says how marks attach and values vary. The subset has neither.
      dropTables: ["GDEF"],
      variationAxes: {
        wght: { min: TEXT.wght, max: DISPLAY.wght },
        wdth: { min: DISPLAY.wdth, max: TEXT.wdth },
      },
    });
    rules.push(
      rule({
        "font-family": '"Instrument Sans"',
        src: `url("./fonts/${file}") format("woff2")`,
        "font-weight": `${TEXT.wght} ${DISPLAY.wght}`,
        "font-stretch": `${DISPLAY.wdth}% ${TEXT.wdth}%`,
        "font-display": "swap",
        "unicode-range": unicodeRange(points),
      }),
    );
  }
  Object.assign(files, await fixedFiles([...done].toSorted((a, b) => a - b)));
  files["fonts.css"] = ["/* npm run assets writes this file. */", ...rules, ""].join("\n");
  files["font-fallbacks.css"] = [
    "/* npm run assets writes this file. The fallbacks take the same place as the font, so nothing moves when it arrives. */",
    ...(await fallbackRules()),
    "",
  ].join("\n");
  return files;
}

/** Words as they stand on the pages. Letters count as often as they occur here. */
const SAMPLE =
  "What do you want to leave? Find software that can take the place of the tools you use. Plan projects, write documents together, send invoices, chat with your team and keep your passwords safe. Free to list, open source or paid, made by small teams and by large companies, in 17 categories.";

/** Fonts of systems, with the average width of a letter of `SAMPLE`. Liberation Sans and Arimo are as wide as Arial. */
const FALLBACKS = [
  {
    family: "Instrument Sans Fallback",
    regular: { names: ["Arial", "Liberation Sans", "Arimo"], width: 0.4468 },
    bold: { names: ["Arial Bold", "Liberation Sans Bold", "Arimo Bold"], width: 0.4797 },
  },
  {
    family: "Instrument Sans Fallback Roboto",
    regular: { names: ["Roboto", "Roboto Regular"], width: 0.4449 },
    bold: { names: ["Roboto Bold"], width: 0.4509 },
  },
  {
    // Linux without the fonts above.
    family: "Instrument Sans Fallback DejaVu",
    regular: { names: ["DejaVu Sans"], width: 0.5078 },
    bold: { names: ["DejaVu Sans Bold"], width: 0.5733 },
  },
];

async function fallbackRules(): Promise<string[]> {
  const [text, bold, display] = await Promise.all(
    [TEXT, BOLD, DISPLAY].map(async (cut) => metricsOf(await fixedCut(cut, SAMPLE), SAMPLE)),
  );
  return FALLBACKS.flatMap((fallback) =>
    [
      { metrics: text!, font: fallback.regular, weight: "400 500", stretch: "95% 100%" },
      { metrics: bold!, font: fallback.bold, weight: "600 700", stretch: "95% 100%" },
      { metrics: display!, font: fallback.bold, weight: "400 700", stretch: "84% 94%" },
    ].map(({ metrics, font, weight, stretch }) => {
      const scale = metrics.width / font.width;
      const percent = (ratio: number) => `${Number((100 * ratio).toFixed(2))}%`;
      return rule({
        "font-family": `"${fallback.family}"`,
        src: font.names.map((name) => `local("${name}")`).join(", "),
        "font-weight": weight,
        "font-stretch": stretch,
        "size-adjust": percent(scale),
        "ascent-override": percent(metrics.ascent / scale),
        "descent-override": percent(metrics.descent / scale),
        "line-gap-override": "0%",
      });
    }),
  );
}

const rule = (declarations: Record<string, string>) =>
  ["@font-face {", ...Object.entries(declarations).map(([name, value]) => `  ${name}: ${value};`), "}"].join("\n");

/** Neighbouring code points as one range. */
export function unicodeRange(points: number[]): string {
  const ranges: Range[] = [];
  for (const point of points) {
    const last = ranges.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else ranges.push([point, point]);
  }
  const hex = (point: number) => point.toString(16);
  return ranges.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ""}`).join(", ");
}
