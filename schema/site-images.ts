/** A site has at most one logo, and up to `MAX_SCREENSHOTS` screenshots. */
export const SITE_IMAGE_KINDS = ["logo", "screenshot"] as const;
export type SiteImageKind = (typeof SITE_IMAGE_KINDS)[number];

export const isSiteImageKind = (value: string): value is SiteImageKind =>
  (SITE_IMAGE_KINDS as readonly string[]).includes(value);

export const MAX_SCREENSHOTS = 5;
export const MAX_ALT_LENGTH = 200;
export const MAX_CAPTION_LENGTH = 100;

/** No image of a list has more bytes. */
export const MAX_LIST_IMAGE_BYTES = 25_000;

export const MIN_LOGO_SIDE_PX = 128;
/** Stored logos are at most this wide. The header of a site's page shows them at 72 CSS pixels. */
export const LOGO_SIDE_PX = 256;
/** Lists show logos at 32 CSS pixels. */
export const LOGO_LIST_SIDE_PX = 96;

/** A screenshot is stored in each of these widths that it has, and at most in the last one. */
export const SCREENSHOT_WIDTHS_PX = [400, 800, 1600] as const;
export const MIN_SCREENSHOT_WIDTH_PX = SCREENSHOT_WIDTHS_PX[0];
/** A screenshot is at most this many times as wide as high, and at most this many times as high as wide. */
export const MAX_SCREENSHOT_RATIO = 3;

/** An entry of `screenshots`. `url` is the path of the widest file. `alt` is empty if the owner chose `decorative`. */
export type Screenshot = { url: string; alt: string; decorative: boolean; caption: string };

/** The first screenshot, for cards. Lists show no file that is wider than `list_width` pixels. */
export type ListedScreenshot = { url: string; alt: string; list_width: number };

export const SITE_IMAGE_MESSAGES = {
  logoNotSquare: `A logo must be square and at least ${MIN_LOGO_SIDE_PX} pixels wide.`,
  screenshotTooSmall: `A screenshot must be at least ${MIN_SCREENSHOT_WIDTH_PX} pixels wide.`,
  screenshotTooLong: `A screenshot must not be more than ${MAX_SCREENSHOT_RATIO} times as wide as high, or as high as wide.`,
  tooMany: `You can add at most ${MAX_SCREENSHOTS} screenshots.`,
  altRequired: "Describe the screenshot for people who cannot see it, or mark it as decorative.",
  altTooLong: `The description must be at most ${MAX_ALT_LENGTH} characters.`,
  captionTooLong: `The caption must be at most ${MAX_CAPTION_LENGTH} characters.`,
  wrongUrl: "Please upload this image first.",
  usedTwice: "This image is here twice. Please remove one of them.",
  notStoredAnyMore: "This image is no longer stored. Please upload it again.",
  notReadable: "This image cannot be read. Please try another file.",
  notProcessed: "This image could not be processed. Please try again in a minute, or use another file.",
  unknownKind: "The kind must be logo or screenshot.",
} as const;

const SIZE_IN_NAME = /-(\d{1,4})x(\d{1,4})\.webp$/;

/** Returns the widths in pixels of the narrower files of an image, from the key or URL of its widest file. */
export function narrowerWidths(widest: string): number[] {
  const width = Number(SIZE_IN_NAME.exec(widest)?.[1] ?? 0);
  if (width <= LOGO_SIDE_PX) return [LOGO_LIST_SIDE_PX];
  return SCREENSHOT_WIDTHS_PX.filter((narrower) => narrower < width);
}

/** Returns the key or URL of a narrower file: `….w400.webp` of `….webp`. */
export const narrowerFile = (widest: string, width: number): string => widest.replace(/\.webp$/, `.w${width}.webp`);

/** Returns the keys or URLs of all files of an image, the widest first. */
export const filesOf = (widest: string): string[] => [
  widest,
  ...narrowerWidths(widest).map((width) => narrowerFile(widest, width)),
];

/** Returns the file of a screenshot for browsers that ignore `srcset`. */
export const smallestFile = (widest: string): string => filesOf(widest)[1] ?? widest;

/** Returns the value of a `srcset` with all files up to `maxWidth` pixels. */
export function srcSetOf(widest: string, maxWidth = Infinity): string {
  const own = Number(SIZE_IN_NAME.exec(widest)?.[1] ?? 0);
  const narrower = narrowerWidths(widest).map((width) => [narrowerFile(widest, width), width] as const);
  return [...narrower, [widest, own] as const]
    .filter(([, width]) => width <= maxWidth)
    .map(([file, width]) => `${file} ${width}w`)
    .join(", ");
}

/** Returns the file of a logo that is sharp at `cssPixels` on a screen with three pixels for each CSS pixel. */
export const logoFile = (widest: string, cssPixels: number): string =>
  cssPixels * 3 <= LOGO_LIST_SIDE_PX ? narrowerFile(widest, LOGO_LIST_SIDE_PX) : widest;
