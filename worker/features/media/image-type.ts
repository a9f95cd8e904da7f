import { IMAGE_TYPES, type ImageType } from "#schema/media.ts";

/** Of stored files: older uploads are AVIF, too. SVG is not among them: it can contain scripts. */
export const SAFE_IMAGE_TYPES: ReadonlySet<string> = new Set([...IMAGE_TYPES, "image/avif"]);

/** Reads the type from the first bytes, because a file name and a `Content-Type` header can lie. */
export function detectImageType(bytes: Uint8Array): ImageType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "image/gif";
  return head.startsWith("RIFF") && head.startsWith("WEBP", 8) ? "image/webp" : undefined;
}

export const ICON_TYPE = "image/x-icon";

export function isIcon([reserved0, reserved1, kind0, kind1, images = 0, manyImages]: Uint8Array): boolean {
  return reserved0 === 0 && reserved1 === 0 && kind0 === 1 && kind1 === 0 && images > 0 && manyImages === 0;
}
