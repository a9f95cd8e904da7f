import { MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE_PX } from "#schema/media.ts";
import { cleanImage } from "./formats/clean-image.ts";

/** Returns the image without its metadata, or the name of the message in `IMAGE_MESSAGES` that says why it is refused. */
export function readImage(bytes: Uint8Array) {
  const image = cleanImage(bytes);
  if (image === "unknown") return "wrongType";
  if (image === "damaged") return "damaged";
  if (Math.max(image.width, image.height) > MAX_IMAGE_SIDE_PX) return "tooManyPixels";
  return image.pixels > MAX_IMAGE_PIXELS ? "tooManyFrames" : image;
}
