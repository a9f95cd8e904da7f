import { COVER_WIDTHS_PX, LOGO_LIST_SIDE_PX, LOGO_SIDE_PX, SCREENSHOT_WIDTHS_PX } from "#schema/site-image-files.ts";
import {
  MAX_LIST_IMAGE_BYTES,
  MAX_SCREENSHOT_RATIO,
  MIN_LOGO_SIDE_PX,
  MIN_SCREENSHOT_WIDTH_PX,
  SITE_IMAGE_MESSAGES,
  type SiteImageKind,
} from "#schema/site-images.ts";
import { logError } from "../../log.ts";
import { cleanImage } from "./formats/clean-image.ts";

/** From good to small. The local runtime ignores the quality. */
const QUALITIES = [75, 60, 45, 30];
/** For an image that has too many bytes at any quality. */
const SMALLER_WIDTHS_PX = [400, 320, 240, 160];
/** A logo may differ from a square by this part of its longer side. The middle is then kept. */
const SQUARE_TOLERANCE = 0.05;

/** `width` is that of the name (`filesOf`). A file of a very noisy image can be narrower. */
type ImageFile = { width: number; bytes: Uint8Array };

export type SiteImageFiles = {
  /** In pixels, of the widest file. */
  width: number;
  height: number;
  files: ImageFile[];
  /** `uploads.listWidth` */
  listWidth: number;
};

type Source = { bytes: Uint8Array; width: number; height: number };

/** `message` is for the user. `isTemporary`: a later attempt can succeed. */
export class UnusableImage extends Error {
  readonly isTemporary: boolean;

  constructor(message: string, { isTemporary = false, cause }: { isTemporary?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isTemporary = isTemporary;
  }
}

/**
 * Makes the WebP files of a logo or a screenshot with Cloudflare's Images. Only the first frame of an animation is kept.
 * @param source An image that `cleanImage` has accepted.
 * @throws UnusableImage
 */
export async function makeSiteImage(
  images: ImagesBinding,
  kind: SiteImageKind,
  source: Source,
): Promise<SiteImageFiles> {
  return kind === "logo" ? makeLogo(images, source) : makeScreenshot(images, source);
}

async function makeLogo(images: ImagesBinding, source: Source): Promise<SiteImageFiles> {
  const [short = 0, long = 0] = [source.width, source.height].toSorted((a, b) => a - b);
  if (short < MIN_LOGO_SIDE_PX || short < long * (1 - SQUARE_TOLERANCE))
    throw new UnusableImage(SITE_IMAGE_MESSAGES.logoNotSquare);
  const side = Math.min(short, LOGO_SIDE_PX);
  const square = (width: number) => ({ width, height: width, fit: "cover" }) as const;
  const [widest, narrow] = await Promise.all([
    makeListFile(images, source, square(side)),
    makeListFile(images, source, square(LOGO_LIST_SIDE_PX)),
  ]);
  return {
    width: side,
    height: side,
    files: [
      { width: side, bytes: widest.bytes },
      { width: LOGO_LIST_SIDE_PX, bytes: narrow.bytes },
    ],
    listWidth: side,
  };
}

async function makeScreenshot(images: ImagesBinding, source: Source): Promise<SiteImageFiles> {
  if (source.width < MIN_SCREENSHOT_WIDTH_PX) throw new UnusableImage(SITE_IMAGE_MESSAGES.screenshotTooSmall);
  const ratio = source.width / source.height;
  if (ratio > MAX_SCREENSHOT_RATIO || ratio < 1 / MAX_SCREENSHOT_RATIO)
    throw new UnusableImage(SITE_IMAGE_MESSAGES.screenshotTooLong);
  const [narrow, middle, wide] = SCREENSHOT_WIDTHS_PX;
  const width = Math.min(source.width, wide);
  const small = await makeListFile(images, source, { width: narrow });
  const files: ImageFile[] = [{ width: narrow, bytes: small.bytes }];
  let listWidth: number = narrow;
  if (width > narrow) {
    const target = Math.min(width, middle);
    const inLists = await makeFileUnder(images, source, { width: target });
    const { bytes } = inLists ?? (await makeFile(images, source, { width: target }, QUALITIES[0]!));
    files.push({ width: target, bytes });
    if (inLists) listWidth = target;
  }
  if (width > middle) files.push({ width, bytes: (await makeFile(images, source, { width }, QUALITIES[0]!)).bytes });
  return { width, height: Math.max(1, Math.round(width / ratio)), files, listWidth };
}

/**
 * Adds a file for lists to the cover of a blog post, which itself stays as it is. Without Images, lists show the cover.
 */
export async function makeCover(images: ImagesBinding, source: Source): Promise<SiteImageFiles> {
  const { width, height, bytes } = source;
  const cover = { width, height, files: [{ width, bytes }], listWidth: 0 };
  if (bytes.length <= MAX_LIST_IMAGE_BYTES) return cover;
  const listWidth = COVER_WIDTHS_PX.find((narrower) => narrower < width);
  if (!listWidth) return cover;
  try {
    const file = await makeListFile(images, source, { width: listWidth });
    return { ...cover, files: [...cover.files, { width: listWidth, bytes: file.bytes }], listWidth };
  } catch (error) {
    if (error instanceof UnusableImage) return cover;
    throw error;
  }
}

type Shape = { width: number; height?: number; fit?: "cover" };

/** Returns a file of at most `MAX_LIST_IMAGE_BYTES`, narrower than asked if no quality is small enough. */
async function makeListFile(images: ImagesBinding, source: Source, shape: Shape): Promise<{ bytes: Uint8Array }> {
  const narrower = SMALLER_WIDTHS_PX.filter((width) => width < shape.width);
  for (const width of [shape.width, ...narrower]) {
    // Each attempt depends on the size of the one before.
    // oxlint-disable-next-line no-await-in-loop
    const file = await makeFileUnder(images, source, { ...shape, width, ...(shape.height && { height: width }) });
    if (file) return file;
  }
  throw new UnusableImage(SITE_IMAGE_MESSAGES.tooDetailed);
}

/** Returns undefined if no quality gives a file of at most `MAX_LIST_IMAGE_BYTES`. */
async function makeFileUnder(images: ImagesBinding, source: Source, shape: Shape) {
  for (const quality of QUALITIES) {
    // oxlint-disable-next-line no-await-in-loop -- See above.
    const file = await makeFile(images, source, shape, quality);
    if (file.bytes.length <= MAX_LIST_IMAGE_BYTES) return file;
  }
  return undefined;
}

async function makeFile(images: ImagesBinding, { bytes }: Source, { fit = "cover", ...shape }: Shape, quality: number) {
  let output: Uint8Array;
  try {
    const input = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
    const made = await images
      .input(input)
      .transform({ ...shape, fit: shape.height ? fit : "scale-down" })
      .output({ format: "image/webp", quality, anim: false });
    output = new Uint8Array(await made.response().arrayBuffer());
  } catch (cause) {
    logError(cause);
    throw new UnusableImage(SITE_IMAGE_MESSAGES.notProcessed, { isTemporary: true, cause });
  }
  // Images keeps some metadata, such as the copyright. The result must also really be what its name says.
  const cleaned = cleanImage(output);
  if (typeof cleaned === "string" || cleaned.type !== "image/webp")
    throw new UnusableImage(SITE_IMAGE_MESSAGES.notReadable);
  return cleaned;
}
