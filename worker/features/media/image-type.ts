import { IMAGE_TYPES, type ImageType } from "#schema/media.ts";

/** SVG is not among them: it can contain scripts. */
export const SAFE_IMAGE_TYPES: ReadonlySet<string> = new Set(IMAGE_TYPES);

/** Reads the type from the first bytes, because a file name and a `Content-Type` header can lie. */
export function detectImageType(bytes: Uint8Array): ImageType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 64));
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "image/gif";
  if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) return "image/webp";
  return isAvif(head) ? "image/avif" : undefined;
}

export const ICON_TYPE = "image/x-icon";

/** Like `detectImageType`, but also accepts ICO. */
export function detectIconType(bytes: Uint8Array): string | undefined {
  const [, , , , images = 0, manyImages] = bytes;
  const isIco = String.fromCharCode(...bytes.subarray(0, 4)) === "\0\0\x01\0" && images > 0 && manyImages === 0;
  return isIco ? ICON_TYPE : detectImageType(bytes);
}

/** The box `ftyp` at the start of the file lists its brands (ISO/IEC 14496-12). AVIF defines `avif` and `avis`. */
function isAvif(head: string): boolean {
  if (!head.startsWith("ftyp", 4)) return false;
  const boxEnd =
    head.charCodeAt(0) === 0 && head.charCodeAt(1) === 0 ? head.charCodeAt(2) * 256 + head.charCodeAt(3) : 0;
  const [majorBrand = "", , ...brands] = head.slice(8, boxEnd).match(/.{4}/gs) ?? [];
  return [majorBrand, ...brands].some((brand) => brand === "avif" || brand === "avis");
}
