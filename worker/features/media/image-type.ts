import { IMAGE_TYPES, type ImageType } from "#schema/media.ts";

/** Kinds of picture that are shown to visitors. Never SVG: it is a document that can hold scripts. */
export const SAFE_IMAGE_TYPES: ReadonlySet<string> = new Set(IMAGE_TYPES);

/** The content type of a picture by its first bytes, whatever its name or sender says. */
export function detectImageType(bytes: Uint8Array): ImageType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 64));
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "image/gif";
  if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) return "image/webp";
  return isAvif(head) ? "image/avif" : undefined;
}

export const ICON_TYPE = "image/x-icon";

/** A picture, or the format that only favicons use. */
export function detectIconType(bytes: Uint8Array): string | undefined {
  const [, , , , images = 0, manyImages] = bytes;
  const isIco = String.fromCharCode(...bytes.subarray(0, 4)) === "\0\0\x01\0" && images > 0 && manyImages === 0;
  return isIco ? ICON_TYPE : detectImageType(bytes);
}

/** ISO base media: the first box, `ftyp`, names the brands that the file follows (AV1 Image File Format, section 9). */
function isAvif(head: string): boolean {
  if (!head.startsWith("ftyp", 4)) return false;
  const boxEnd =
    head.charCodeAt(0) === 0 && head.charCodeAt(1) === 0 ? head.charCodeAt(2) * 256 + head.charCodeAt(3) : 0;
  const [majorBrand = "", , ...brands] = head.slice(8, boxEnd).match(/.{4}/gs) ?? [];
  return [majorBrand, ...brands].some((brand) => brand === "avif" || brand === "avis");
}
