import { area, disc, each, group, line, outline, rect } from "./shapes.ts";
import { hueOf, oklch } from "./theme.ts";

/** Marks on 256 × 256, of the colours of a ground, a main shape and a second shape. */
const MARKS: ((main: string, second: string, ground: string) => string)[] = [
  (main, second) => disc(104, 128, 58, main) + `<g opacity="0.85">${disc(152, 128, 58, second)}</g>`,
  (main, second) => area("M64 192V64h64a64 64 0 0 1 0 128z", main) + area("M128 64h64v64a64 64 0 0 1-64-64z", second),
  (main, second) =>
    each(3, (index) =>
      group(rect(-22, -84, 44, 168, index === 1 ? second : main, 22), `translate(128 128) rotate(${index * 60})`),
    ),
  (main, second) => rect(52, 62, 152, 56, main, 28) + rect(52, 138, 84, 56, second, 28) + disc(178, 166, 28, main),
  (main, second) =>
    rect(60, 60, 64, 64, main, 14) +
    rect(132, 60, 64, 64, second, 32) +
    rect(60, 132, 64, 64, second, 32) +
    rect(132, 132, 64, 64, main, 14),
  (main, second, ground) => disc(128, 128, 78, main) + disc(128, 128, 48, ground) + disc(128, 128, 24, second),
  (main, second) => area("M56 168a72 72 0 0 1 144 0z", main) + area("M84 92a44 44 0 0 0 88 0z", second),
  (main, second) =>
    line("M64 88q32-36 64 0t64 0", main, 26) +
    line("M64 136q32-36 64 0t64 0", second, 26) +
    line("M64 184q32-36 64 0t64 0", main, 26),
  (main, second) =>
    each(6, (index) =>
      group(
        `<ellipse cx="0" cy="-50" rx="25" ry="42" fill="${index % 2 ? second : main}"/>`,
        `translate(128 128) rotate(${index * 60})`,
      ),
    ),
  (main, second) => area("M60 60h100v36H96v100H60z", main) + area("M196 196H96v-36h64V60h36z", second),
  (main, second) =>
    rect(62, 120, 34, 76, second, 10) + rect(111, 88, 34, 108, main, 10) + rect(160, 56, 34, 140, main, 10),
  (main, second, ground) =>
    area("M128 48l80 80-80 80-80-80z", main) + area("M128 88l40 40-40 40-40-40z", ground) + disc(128, 128, 16, second),
  (main, second) =>
    area("M56 128a72 72 0 0 1 72-72v72z", main) +
    area("M200 128a72 72 0 0 1-72 72v-72z", main) +
    area("M136 56a64 64 0 0 1 64 64h-64z", second) +
    area("M120 200a64 64 0 0 1-64-64h64z", second),
  (main, second) => area("M60 60h136v44a92 92 0 0 1-92 92H60z", main) + disc(112, 144, 28, second),
  (main, second, ground) => disc(128, 128, 76, main) + disc(158, 106, 62, ground) + disc(168, 100, 24, second),
  (main, second) => area("M70 60h116l-40 68 40 68H70l40-68z", main) + disc(128, 128, 22, second),
  (main, second) =>
    outline(64, 64, 88, 88, { line: main, width: 22 }, 24) + outline(104, 104, 88, 88, { line: second, width: 22 }, 24),
  (main, second) =>
    each(4, (index) => disc(74 + index * 36, 182 - index * 36, 14 + index * 5, index % 2 ? second : main)),
  (main, second) =>
    each(9, (index) =>
      [1, 3, 4, 5, 7, 8].includes(index)
        ? rect(58 + (index % 3) * 50, 58 + Math.floor(index / 3) * 50, 40, 40, index === 8 ? second : main, 11)
        : "",
    ),
  (main, second) =>
    area("M128 200C60 160 48 110 76 76q52-6 52 60z", main) + area("M128 200c68-40 80-90 52-124q-52-6-52 60z", second),
];

/**
 * The logo of a listing: a mark of plain shapes in a tint, with or without a ground. `place` is its place among all
 * listings, so that neighbours differ.
 */
export function logo(place: number): string {
  const hue = hueOf(place);
  const kind = place % 5;
  const turned = hue + [150, 40, 210, 90, 300][(place * 3) % 5]!;
  const ground = [oklch(0.46, 0.12, hue), oklch(0.92, 0.05, hue), oklch(0.25, 0.04, hue), oklch(0.78, 0.12, hue), ""][
    kind
  ]!;
  const main = [
    oklch(0.97, 0.02, hue),
    oklch(0.5, 0.14, hue),
    oklch(0.8, 0.12, hue),
    oklch(0.27, 0.05, hue),
    oklch(0.58, 0.15, hue),
  ][kind]!;
  const second = [
    oklch(0.82, 0.12, turned),
    oklch(0.68, 0.14, turned),
    oklch(0.7, 0.15, turned),
    oklch(0.98, 0.02, hue),
    oklch(0.74, 0.14, turned),
  ][kind]!;
  // A hole in a mark without a ground is paper.
  const mark = MARKS[(place * 7) % MARKS.length]!(main, second, ground || "#ffffff");
  const turn = Math.floor(place / MARKS.length) * 90;
  // Pages round the corners.
  const tile = ground && rect(0, 0, 256, 256, ground);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256">${tile}${group(group(mark, `rotate(${turn} 128 128)`), ground ? "translate(12 12) scale(0.906)" : "translate(-26 -26) scale(1.2)")}</svg>`;
}
