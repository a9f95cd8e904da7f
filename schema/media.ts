const MAX_IMAGE_MB = 5;
export const MAX_IMAGE_BYTES = MAX_IMAGE_MB * 1024 * 1024;
/** Pixels of the longer side. */
export const MAX_IMAGE_SIDE_PX = 8000;
/** Pixels of all frames together: a small file can hold an animation that takes gigabytes to draw. */
export const MAX_IMAGE_PIXELS = 50_000_000;
export const MAX_IMAGES_PER_DAY = 100;
export const MAX_USER_IMAGES_MB = 200;

/** For `accept` of a file field. The Worker looks at the bytes. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** What POST /api/images/ answers: the shape that Editor.js's image tool expects. Pixels as the picture is shown. */
export type UploadedImage = { success: 1; file: { url: string; width: number; height: number } };

export const IMAGE_MESSAGES = {
  missing: "Please choose an image.",
  onlyOne: "Please upload one image at a time.",
  tooLarge: `The image must be at most ${MAX_IMAGE_MB} MB.`,
  tooManyPixels: "The image must be at most 8,000 pixels wide and high.",
  tooManyFrames: "The image must have at most 50 million pixels. In an animation, all frames count together.",
  wrongType: "Please upload a PNG, JPEG, WebP, GIF or AVIF image.",
  damaged: "This image is damaged or incomplete. Please try another file.",
  notRemoved: "The image could not be deleted right now. We will try again in a few minutes.",
  notStored: "The image could not be stored. Please try again in a minute.",
  dailyLimitReached: `You can upload ${MAX_IMAGES_PER_DAY} images a day. Please try again later.`,
  userQuotaReached: `Your images can use ${MAX_USER_IMAGES_MB} MB in total. Images that no article shows are deleted after a day.`,
  notStoredAnyMore: "An image in this article is no longer stored. Please upload it again.",
} as const;

const SIZE_IN_KEY = /^\/media\/users\/.*-(\d{1,4})x(\d{1,4})\.\w+$/;

/** Pixels of an uploaded picture: its address says them, so that a page can keep the place free. */
export function parseImageSize(url: string): { width: number; height: number } | undefined {
  const [, width, height] = SIZE_IN_KEY.exec(url) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}
