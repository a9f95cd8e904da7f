const SIZE_IN_KEY = /^\/media\/users\/.*-(\d{1,4})x(\d{1,4})\.\w+$/;

/**
 * Returns width and height in pixels from the URL of an upload, so that a page can reserve the space before the image
 * loads. Returns undefined for any other URL.
 */
export function parseImageSize(url: string): { width: number; height: number } | undefined {
  const [, width, height] = SIZE_IN_KEY.exec(url) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}
