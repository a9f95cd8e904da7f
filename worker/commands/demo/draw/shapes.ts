/** SVG elements, and a row of numbers between 0 and 1 that is always the same for a name. */

export type Random = () => number;

export const hashOf = (name: string): number => {
  let hash = 2_166_136_261;
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619);
  return hash >>> 0;
};

export const randomOf = (name: string): Random => {
  let state = hashOf(name);
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** One string of `count` parts. */
export const each = (count: number, draw: (index: number) => string): string => times(count, draw).join("");

const short = (value: number) => Number(value.toFixed(2));

export const rect = (x: number, y: number, width: number, height: number, fill: string, corner = 0): string =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"${corner ? ` rx="${corner}"` : ""} fill="${fill}"/>`;

/** An outlined rectangle. */
export const outline = (
  x: number,
  y: number,
  width: number,
  height: number,
  colours: { fill?: string; line: string; width?: number; dash?: string },
  corner = 0,
): string =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="${corner}" fill="${colours.fill ?? "none"}" stroke="${colours.line}" stroke-width="${colours.width ?? 1}"${colours.dash ? ` stroke-dasharray="${colours.dash}"` : ""}/>`;

export const disc = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}"/>`;

export const area = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;

export const line = (d: string, colour: string, width = 2, dash = ""): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${dash && ` stroke-dasharray="${dash}"`}/>`;

export const word = (
  x: number,
  y: number,
  text: string,
  size: number,
  fill: string,
  anchor: "start" | "middle" | "end" = "start",
): string =>
  `<text x="${short(x)}" y="${short(y)}" font-size="${size}" fill="${fill}" text-anchor="${anchor}">${text}</text>`;

/** A line of text as a bar. */
export const bar = (x: number, y: number, width: number, fill: string, height = 7): string =>
  rect(x, y, width, height, fill, height / 2);

/** Lines of text as bars, one for each width. */
export const bars = (x: number, y: number, widths: number[], fill: string, { gap = 15, height = 6 } = {}): string =>
  widths.map((width, index) => bar(x, y + index * gap, width, fill, height)).join("");

export const tick = (x: number, y: number, size: number, colour: string, width = 2.5): string =>
  line(`M${x} ${y + size * 0.5}l${size * 0.35} ${size * 0.35}l${size * 0.6} ${-size * 0.7}`, colour, width);

export const point = (x: number, y: number): string => `${short(x)} ${short(y)}`;

/** A curve through points at equal distances. */
export const curve = (x: number, step: number, heights: number[]): string =>
  heights
    .map((y, index) =>
      index === 0
        ? `M${point(x, y)}`
        : `C${point(x + (index - 0.5) * step, heights[index - 1]!)} ${point(x + (index - 0.5) * step, y)} ${point(x + index * step, y)}`,
    )
    .join("");

export const group = (content: string, transform: string): string => `<g transform="${transform}">${content}</g>`;
