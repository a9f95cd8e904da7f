import { type EditorBlock, MAX_ALT_LENGTH } from "#schema/articles/document.ts";
import { parseUrl } from "#schema/values/links.ts";
import { cutAtWord, normalizeLine } from "#schema/values/text.ts";
import { storedImageUrl } from "../../image-urls.ts";
import { styleOf } from "./styles.ts";

const ICON_PIXELS = 32;

/**
 * What to show for an image: a block, or its alternative text if it is an icon in a line or has no usable address. In a
 * block, `file` is a File if the image must be uploaded.
 */
export function readImage(image: Element): { block: EditorBlock } | { text: string; isLost: boolean } {
  const alt = normalizeLine(image.getAttribute("alt") ?? "");
  const size = ["width", "height"].map((name) =>
    Number.parseFloat(image.getAttribute(name) ?? styleOf(image).get(name) ?? ""),
  );
  const isIcon =
    size.some((pixels) => pixels <= ICON_PIXELS) || /^\p{RGI_Emoji}+$/v.test(alt) || image.matches("[class*=math]");
  if (isIcon) return { text: alt, isLost: false };
  // Pages that load images late have another address in `src`, if any.
  const [src, late] = ["src", "data-src"].map((name) => image.getAttribute(name) ?? "");
  const url = usableUrl(src!) ?? usableUrl(late!);
  const file = url ? { url } : fileOf(src!);
  if (!file) return { text: alt, isLost: true };
  return { block: { type: "image", data: { file, caption: "", ...(alt && { alt: cutAtWord(alt, MAX_ALT_LENGTH) }) } } };
}

function usableUrl(src: string): string | undefined {
  const url = parseUrl(src, location.href);
  if (!src || !url) return undefined;
  if (url.origin !== location.origin) return url.protocol === "https:" ? url.href : undefined;
  const stored = storedImageUrl(url.pathname + url.search);
  return stored.startsWith("/media/") || stored.startsWith("https:") ? stored : undefined;
}

/** Returns the file in a `data:` URL. It must be uploaded. */
function fileOf(src: string): File | undefined {
  const [, type, base64] = /^data:(image\/[\w.+-]+);base64,(.*)$/s.exec(src) ?? [];
  if (!type || !base64) return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0)!);
    return new File([bytes], "image", { type });
  } catch {
    return undefined;
  }
}
