import { pictureUrl as checkedUrl } from "#schema/urls.ts";
import { originalAddress } from "../media/remote-images.ts";

/**
 * An address that a picture may have. The editor shows pictures from elsewhere under signed addresses; stored is where
 * they lie, because signatures do not last.
 */
export function pictureUrl(value: unknown): string | undefined {
  const url = checkedUrl(value);
  const original = url && originalAddress(url);
  return original ? pictureUrl(original) : url;
}
