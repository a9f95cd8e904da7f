import { narrowerFile, narrowerWidths } from "#schema/site-images.ts";

/** Returns the narrowest file of an image. */
export function thumbnailOf(url: string): string {
  const [width] = narrowerWidths(url);
  return width ? narrowerFile(url, width) : url;
}
