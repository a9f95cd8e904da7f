import type { SiteImageKind } from "#schema/images/site-images.ts";

/** Of the image that is sent. The server stores no wider one. A logo is sent larger, because the server scales it again. */
const MAX_WIDTH_PX = { logo: 512, screenshot: 1600 } satisfies Record<SiteImageKind, number>;
const LARGE_BYTES = 1.5 * 1024 * 1024;
const QUALITY = 0.85;

/**
 * Returns a wide or large image with fewer bytes, so that it arrives sooner on a slow network. Of an animation, only the
 * first frame is left, as on the server. An image that the browser cannot draw stays as it is.
 */
export async function shrinkImage(file: Blob, kind: SiteImageKind): Promise<Blob> {
  const smaller = await redraw(file, kind).catch(() => undefined);
  return smaller && smaller.size < file.size ? smaller : file;
}

async function redraw(file: Blob, kind: SiteImageKind): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    const width = Math.min(bitmap.width, MAX_WIDTH_PX[kind]);
    if (width === bitmap.width && file.size <= LARGE_BYTES) return undefined;
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.max(1, Math.round((bitmap.height * width) / bitmap.width));
    const drawing = canvas.getContext("2d")!;
    drawing.imageSmoothingQuality = "high";
    drawing.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const webp = await encode(canvas, "image/webp");
    if (webp.type === "image/webp") return webp;
    // Safari encodes no WebP and returns a PNG. JPEG has fewer bytes, but no transparent corners.
    const isTransparent = kind === "logo" || drawing.getImageData(0, 0, 1, 1).data[3] !== 255;
    return isTransparent ? webp : await encode(canvas, "image/jpeg");
  } finally {
    bitmap.close();
  }
}

const encode = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The canvas is too large."))), type, QUALITY);
  });
