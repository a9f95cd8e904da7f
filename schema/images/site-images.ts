import { SCREENSHOT_WIDTHS_PX } from "./site-image-files.ts";

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
  tooDetailed: "This image has too many fine details for lists. Please use a simpler image.",
  unknownKind: "The kind must be logo or screenshot.",
} as const;
