import { bar, disc, each, group, line, outline, rect } from "./shapes.ts";
import type { Theme } from "./theme.ts";

/** Drawings are 800 × 500 units. Below the bar of a frame, 800 × `INNER` are free. */
export const WIDTH = 800;
export const HEIGHT = 500;
const BAR = 36;
export const INNER = HEIGHT - BAR;

const below = (content: string) => group(content, `translate(0 ${BAR})`);

const browser = (t: Theme) =>
  rect(0, 0, WIDTH, BAR, t.edge) +
  line("M24 12l-6 6 6 6M44 12l6 6-6 6", t.soft, 2.5) +
  rect(180, 7, 440, 22, t.raised, 11) +
  disc(196, 18, 4, t.accent) +
  bar(210, 14.5, 150, t.soft) +
  each(3, (index) => disc(756 + index * 12, 18, 2.5, t.soft));

const desktop = (t: Theme) =>
  rect(0, 0, WIDTH, BAR, t.panel) +
  line(`M0 ${BAR}h${WIDTH}`, t.edge, 1) +
  each(4, (index) => bar(18 + index * 58, 14.5, [36, 30, 40, 28][index]!, t.faint)) +
  bar(350, 14.5, 110, t.soft) +
  line("M722 18h10M764 13l10 10M774 13l-10 10", t.soft, 2) +
  outline(743, 13, 10, 10, { line: t.soft, width: 2 }, 2);

const app = (t: Theme) =>
  rect(0, 0, WIDTH, BAR, t.accent) +
  rect(16, 9, 18, 18, t.onAccent, 5) +
  bar(44, 14, 74, t.onAccent, 8) +
  `<g opacity="0.25">${rect(270, 8, 260, 20, t.onAccent, 10)}</g>` +
  bar(288, 15, 90, t.onAccent, 6) +
  disc(776, 18, 10, t.tint);

const FRAMES = { browser, desktop, app };
export type Frame = keyof typeof FRAMES;

export const framed = (frame: Frame, t: Theme, content: string): string => FRAMES[frame](t) + below(content);

/** A column with a heading and lines of a menu, one of them chosen. */
export const sidebar = (
  t: Theme,
  {
    width = 150,
    items = 8,
    chosen = 1,
    x = 0,
    marks = "dot" as "dot" | "box" | "none",
    fill = t.panel,
    widths = [64, 82, 54, 72, 46, 78, 60, 88],
  } = {},
): string =>
  rect(x, 0, width, INNER, fill) +
  line(`M${x + width} 0v${INNER}`, t.edge, 1) +
  bar(x + 18, 20, width * 0.45, t.ink, 9) +
  each(items, (index) => {
    const y = 48 + index * 30;
    const isChosen = index === chosen;
    const colour = isChosen ? t.accent : t.soft;
    const mark =
      marks === "none"
        ? ""
        : marks === "dot"
          ? disc(x + 24, y + 11, 5, isChosen ? t.accent : t.strong[index % 5]!)
          : outline(x + 18, y + 6, 10, 10, { line: colour, width: 2 }, 3);
    return (
      (isChosen ? rect(x + 8, y - 2, width - 16, 26, t.tint, 6) : "") +
      mark +
      bar(
        x + (marks === "none" ? 20 : 38),
        y + 7.5,
        Math.min(widths[index % 8]!, width - 56),
        isChosen ? t.accent : t.soft,
      )
    );
  });

/** A ground with an edge, such as a card. */
export const card = (t: Theme, x: number, y: number, width: number, height: number, corner = 10): string =>
  outline(x, y, width, height, { fill: t.raised, line: t.edge, width: 1.5 }, corner);

export const button = (t: Theme, x: number, y: number, width = 80, height = 26): string =>
  rect(x, y, width, height, t.accent, 6) + bar(x + width * 0.22, y + height / 2 - 3.5, width * 0.56, t.onAccent);

export const paleButton = (t: Theme, x: number, y: number, width = 80, height = 26): string =>
  outline(x, y, width, height, { fill: t.raised, line: t.faint, width: 1.5 }, 6) +
  bar(x + width * 0.22, y + height / 2 - 3, width * 0.56, t.soft, 6);

/** A person: a disc with head and shoulders. */
export const person = (t: Theme, x: number, y: number, radius: number, index: number): string => {
  const id = `p${Math.round(x)}-${Math.round(y)}`;
  return (
    `<clipPath id="${id}"><circle cx="${x}" cy="${y}" r="${radius}"/></clipPath>` +
    disc(x, y, radius, t.tints[index % 5]!) +
    `<g clip-path="url(#${id})">${disc(x, y - radius * 0.15, radius * 0.36, t.strong[index % 5]!)}${disc(x, y + radius * 0.95, radius * 0.68, t.strong[index % 5]!)}</g>`
  );
};

/** Which of a theme's five colours sky, sun, far and near hills have. */
const SCENES = [
  [3, 1, 2, 0],
  [4, 1, 3, 2],
  [1, 4, 0, 3],
  [3, 1, 0, 2],
  [0, 1, 4, 3],
] as const;

/** Hills below a sky, for photos and films. */
export const landscape = (t: Theme, x: number, y: number, width: number, height: number, index = 0): string => {
  const id = `l${Math.round(x)}-${Math.round(y)}`;
  const [sky, sun, far, near] = SCENES[index % SCENES.length]!;
  const right = x + width;
  const foot = y + height;
  return (
    `<clipPath id="${id}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${Math.min(8, height / 12)}"/></clipPath><g clip-path="url(#${id})">` +
    rect(x, y, width, height, t.tints[sky]!) +
    disc(x + width * (0.25 + (index % 3) * 0.25), y + height * 0.33, height * 0.14, t.strong[sun]!) +
    `<path d="M${x} ${y + height * 0.72}L${x + width * 0.28} ${y + height * 0.4}L${x + width * 0.5} ${y + height * 0.66}L${x + width * 0.74} ${y + height * 0.34}L${right} ${y + height * 0.7}V${foot}H${x}Z" fill="${t.strong[far]}"/>` +
    `<path d="M${x} ${y + height * 0.86}Q${x + width * 0.3} ${y + height * 0.6} ${x + width * 0.62} ${y + height * 0.8}T${right} ${y + height * 0.76}V${foot}H${x}Z" fill="${t.strong[near]}"/></g>`
  );
};

export const pill = (t: Theme, x: number, y: number, width: number, index: number): string =>
  rect(x, y, width, 18, t.tints[index % 5]!, 9) + bar(x + 10, y + 6, width - 20, t.strong[index % 5]!, 6);

/** A field of a form with its label. */
export const field = (t: Theme, x: number, y: number, width: number, filled = 0.5): string =>
  bar(x, y, Math.min(70, width * 0.4), t.soft, 6) +
  outline(x, y + 12, width, 28, { fill: t.raised, line: t.faint, width: 1.5 }, 6) +
  (filled > 0 ? bar(x + 12, y + 22.5, (width - 24) * filled, t.ink) : "");
