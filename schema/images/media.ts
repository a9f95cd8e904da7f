const MAX_IMAGE_MB = 5;
export const MAX_IMAGE_BYTES = MAX_IMAGE_MB * 1024 * 1024;
export const MAX_IMAGE_SIDE_PX = 8000;
export const MAX_IMAGE_PIXELS = 50_000_000;
/** In articles and covers, an animated GIF or WebP is stored as it is, so its limits are lower. */
const MAX_ANIMATION_MB = 2;
export const MAX_ANIMATION_BYTES = MAX_ANIMATION_MB * 1024 * 1024;
export const MAX_ANIMATION_PIXELS = 4_000_000;
/** Per user in 24 hours. Staff have no limit. The next upload is refused with 429. */
export const MAX_IMAGES_PER_DAY = 100;
/** All stored uploads of a user, in megabytes of 1024 × 1024 bytes. Staff have no limit. */
export const MAX_USER_IMAGES_MB = 200;

/** The Worker detects the type from the bytes and ignores the declared one. Cloudflare's Images does not read AVIF. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** As the image tool of Editor.js expects it. Width and height are in pixels, after the orientation is applied. */
export type UploadedImage = { success: 1; file: { url: string; width: number; height: number } };

export const IMAGE_MESSAGES = {
  missing: "Please choose an image.",
  onlyOne: "Please upload one image at a time.",
  tooLarge: `The image must be at most ${MAX_IMAGE_MB} MB.`,
  sideTooLong: "The image must be at most 8,000 pixels wide and high.",
  tooManyPixels: "The image must have at most 50 million pixels.",
  animationTooLarge: `An animation can have at most ${MAX_ANIMATION_MB} MB and 4 million pixels.`,
  wrongType: "Please upload a PNG, JPEG, WebP or GIF image.",
  damaged: "This image is damaged, incomplete or has too much hidden data. Please try another file.",
  notProcessed: "This image could not be processed. Please try again in a minute, or use another file.",
  notRemoved: "The image could not be deleted right now. We will try again in a few minutes.",
  notStored: "The image could not be stored. Please try again in a minute.",
  dailyLimitReached: `You can upload ${MAX_IMAGES_PER_DAY} images a day. Please try again later.`,
  userQuotaReached: `Your images can use ${MAX_USER_IMAGES_MB} MB in total. Images that no page shows are deleted after a day.`,
  notStoredAnyMore: "An image in this article is no longer stored. Please upload it again.",
} as const;
