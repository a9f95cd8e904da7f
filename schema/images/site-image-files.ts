// Apart from `site-images.ts`, because lists need it: this file is in the scripts of every page.

/** Stored logos are at most this wide. The header of a site's page shows them at 72 CSS pixels. */
export const LOGO_SIDE_PX = 256;
/** Lists show logos at 32 CSS pixels. */
export const LOGO_LIST_SIDE_PX = 96;
/** A screenshot is stored in each of these widths that it has, and at most in the last one. */
export const SCREENSHOT_WIDTHS_PX = [400, 800, 1600] as const;

/** Returns the key or URL of a narrower file: `….w400.webp` of `….webp` or `….png`. */
export const narrowerFile = (widest: string, width: number): string => widest.replace(/\.\w+$/, `.w${width}.webp`);

/** The cover of a blog post keeps its format. Lists show one narrower file of it. */
export const COVER_WIDTHS_PX = [800, 400, 200] as const;

/** Returns all files of an image with their widths in pixels, the widest first, from the key or URL of the widest. */
export function filesByWidth(widest: string): [file: string, width: number][] {
  const own = Number(/-(\d{1,4})x\d{1,4}\.webp$/.exec(widest)?.[1] ?? 0);
  const widths = own > LOGO_SIDE_PX ? SCREENSHOT_WIDTHS_PX.filter((width) => width < own) : [LOGO_LIST_SIDE_PX];
  return [[widest, own], ...widths.map((width): [string, number] => [narrowerFile(widest, width), width])];
}

/** Returns the keys or URLs of all files of an image, the widest first. */
export const filesOf = (widest: string): string[] => filesByWidth(widest).map(([file]) => file);

/** Returns the value of a `srcset` with all files up to `maxWidth` pixels. */
export const srcSetOf = (widest: string, maxWidth = Infinity): string =>
  filesByWidth(widest)
    .filter(([, width]) => width <= maxWidth)
    .map(([file, width]) => `${file} ${width}w`)
    .join(", ");

/** Returns the file of a screenshot for browsers that ignore `srcset`. */
export const smallestFile = (widest: string): string => filesOf(widest)[1] ?? widest;

/** Returns the file of a logo that is sharp at `cssPixels` on a screen with three pixels for each CSS pixel. */
export const logoFile = (widest: string, cssPixels: number): string =>
  cssPixels * 3 <= LOGO_LIST_SIDE_PX ? narrowerFile(widest, LOGO_LIST_SIDE_PX) : widest;
