import { Buffer } from "node:buffer";
import {
  IMAGE_MESSAGES,
  type ImageType,
  MAX_ANIMATION_BYTES,
  MAX_ANIMATION_PIXELS,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_SIDE_PX,
} from "#schema/images/media.ts";
import {
  COVER_WIDTHS_PX,
  LOGO_LIST_SIDE_PX,
  LOGO_SIDE_PX,
  SCREENSHOT_WIDTHS_PX,
} from "#schema/images/site-image-files.ts";
import {
  MAX_LIST_IMAGE_BYTES,
  MAX_SCREENSHOT_RATIO,
  MIN_LOGO_SIDE_PX,
  MIN_SCREENSHOT_WIDTH_PX,
  SITE_IMAGE_MESSAGES,
  type SiteImageKind,
} from "#schema/images/site-images.ts";
import { withDeadline } from "../../http/deadline.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import { readImage, type ReadImage } from "./read-image.ts";

// Cloudflare's Images makes each stored file, which takes its metadata away. The local runtime ignores the quality.

/** From good to small. */
const QUALITIES = [75, 60, 45, 30];
const ARTICLE_QUALITIES = [85, ...QUALITIES];
const TIMEOUT_MS = 60_000;
/** For an image that has too many bytes at any quality. */
const SMALLER_WIDTHS_PX = [400, 320, 240, 160];
/** A logo may differ from a square by this part of its longer side. The middle is then kept. */
const SQUARE_TOLERANCE = 0.05;

export type ImageKind = SiteImageKind | "article" | "cover";

/** `width` is that of the name (`filesOf`). A file of a very noisy image can be narrower. */
type ImageFile = { width: number; bytes: Uint8Array };

export type NewImage = {
  kind: ImageKind;
  /** Of the widest file. Narrower files are WebP. */
  type: ImageType;
  /** In pixels, of the widest file. */
  width: number;
  height: number;
  files: ImageFile[];
  /** `uploads.listWidth` */
  listWidth: number;
};

/** `message` is for the user. `isTemporary`: a later attempt can succeed. */
export class UnusableImage extends Error {
  readonly isTemporary: boolean;

  constructor(message: string, { isTemporary = false, cause }: { isTemporary?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isTemporary = isTemporary;
  }
}

type Parts = { images: ImagesBinding; ports: Pick<Ports, "timeout"> };

/**
 * Makes the files of an image. Logos and screenshots keep only the first frame of an animation.
 * @throws UnusableImage
 */
export async function makeImage({ images, ports }: Parts, kind: ImageKind, source: ReadImage): Promise<NewImage> {
  return withDeadline(makeFiles(images, kind, source), ports.timeout(TIMEOUT_MS)).catch((error: unknown) => {
    if (error instanceof UnusableImage) throw error;
    logError(error);
    throw notProcessed(error);
  });
}

async function makeFiles(images: ImagesBinding, kind: ImageKind, source: ReadImage): Promise<NewImage> {
  if (kind === "logo") return makeLogo(images, source);
  if (kind === "screenshot") return makeScreenshot(images, source);
  const { type, width, height, bytes } = await makePicture(images, source);
  const made = { kind, type, width, height, files: [{ width, bytes }], listWidth: 0 };
  return kind === "cover" ? addListFile(images, made, source) : made;
}

/** Images would take the motion of an animation away, so it is stored as it is. */
async function makePicture(images: ImagesBinding, source: ReadImage): Promise<ReadImage> {
  const { isAnimated, bytes, width, height } = source;
  if (!isAnimated) {
    const limits = { maxBytes: MAX_IMAGE_BYTES, qualities: ARTICLE_QUALITIES };
    const made = await makeFileUnder(images, source, { width: MAX_IMAGE_SIDE_PX }, limits);
    if (!made) throw new UnusableImage(IMAGE_MESSAGES.tooLarge);
    return made;
  }
  if (bytes.length > MAX_ANIMATION_BYTES || width * height > MAX_ANIMATION_PIXELS)
    throw new UnusableImage(IMAGE_MESSAGES.animationTooLarge);
  return source;
}

async function makeLogo(images: ImagesBinding, source: ReadImage): Promise<NewImage> {
  const [short = 0, long = 0] = [source.width, source.height].toSorted((a, b) => a - b);
  if (short < MIN_LOGO_SIDE_PX || short < long * (1 - SQUARE_TOLERANCE))
    throw new UnusableImage(SITE_IMAGE_MESSAGES.logoNotSquare);
  const side = Math.min(short, LOGO_SIDE_PX);
  const square = (width: number) => ({ width, isSquare: true }) as const;
  const [widest, narrow] = await Promise.all([
    makeListFile(images, source, square(side)),
    makeListFile(images, source, square(LOGO_LIST_SIDE_PX)),
  ]);
  return {
    kind: "logo",
    type: "image/webp",
    width: side,
    height: side,
    files: [
      { width: side, bytes: widest.bytes },
      { width: LOGO_LIST_SIDE_PX, bytes: narrow.bytes },
    ],
    listWidth: side,
  };
}

async function makeScreenshot(images: ImagesBinding, source: ReadImage): Promise<NewImage> {
  const ratio = source.width / source.height;
  if (ratio > MAX_SCREENSHOT_RATIO || ratio < 1 / MAX_SCREENSHOT_RATIO)
    throw new UnusableImage(SITE_IMAGE_MESSAGES.screenshotTooLong);
  const [narrow, middle, wide] = SCREENSHOT_WIDTHS_PX;
  const widest = await makeFile(images, source, { width: wide }, QUALITIES[0]!);
  const { width, height } = widest;
  if (width < MIN_SCREENSHOT_WIDTH_PX) throw new UnusableImage(SITE_IMAGE_MESSAGES.screenshotTooSmall);
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
  if (width > middle) files.push({ width, bytes: widest.bytes });
  return { kind: "screenshot", type: "image/webp", width, height, files, listWidth };
}

/** Adds a file for lists to the cover of a blog post. A cover that has too many details for it is shown in lists itself. */
async function addListFile(images: ImagesBinding, cover: NewImage, source: ReadImage): Promise<NewImage> {
  if (cover.files[0]!.bytes.length <= MAX_LIST_IMAGE_BYTES) return cover;
  const listWidth = COVER_WIDTHS_PX.find((narrower) => narrower < cover.width);
  if (!listWidth) return cover;
  try {
    const { bytes } = await makeListFile(images, source, { width: listWidth });
    return { ...cover, files: [...cover.files, { width: listWidth, bytes }], listWidth };
  } catch (error) {
    if (error instanceof UnusableImage) return cover;
    throw error;
  }
}

/** Of a square, the middle of the image is kept. */
type Shape = { width: number; isSquare?: true };

/** Returns a file of at most `MAX_LIST_IMAGE_BYTES`, narrower than asked if no quality is small enough. */
async function makeListFile(images: ImagesBinding, source: ReadImage, shape: Shape): Promise<{ bytes: Uint8Array }> {
  const narrower = SMALLER_WIDTHS_PX.filter((width) => width < shape.width);
  for (const width of [shape.width, ...narrower]) {
    // Each attempt depends on the size of the one before.
    const file = await makeFileUnder(images, source, { ...shape, width });
    if (file) return file;
  }
  throw new UnusableImage(SITE_IMAGE_MESSAGES.tooDetailed);
}

/** Returns undefined if no quality gives a file of at most `maxBytes`. */
async function makeFileUnder(
  images: ImagesBinding,
  source: ReadImage,
  shape: Shape,
  { maxBytes, qualities } = { maxBytes: MAX_LIST_IMAGE_BYTES, qualities: QUALITIES },
) {
  for (const quality of qualities) {
    const file = await makeFile(images, source, shape, quality);
    if (file.bytes.length <= maxBytes) return file;
  }
  return undefined;
}

async function makeFile(
  images: ImagesBinding,
  { bytes }: ReadImage,
  { width, isSquare }: Shape,
  quality: number,
): Promise<ReadImage> {
  const transform = isSquare ? { width, height: width, fit: "cover" as const } : { width, fit: "scale-down" as const };
  const made = await run(images, bytes, { transform, quality }).catch(async (cause: unknown) => {
    // Its error does not say whether Images or the file is at fault. A good file tells.
    await run(images, ONE_PIXEL, { transform: { width: 1 }, quality }).catch(() => {
      logError(cause);
      throw notProcessed(cause);
    });
    throw new UnusableImage(IMAGE_MESSAGES.damaged, { cause });
  });
  // Images has applied the orientation, so the size can be another one.
  const image = readImage(made);
  if (typeof image === "string") throw notProcessed(new Error(`Images made a file that is refused: ${image}.`));
  return image;
}

const notProcessed = (cause: unknown) => new UnusableImage(IMAGE_MESSAGES.notProcessed, { isTemporary: true, cause });

const ONE_PIXEL = new Uint8Array(Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"));

async function run(
  images: ImagesBinding,
  bytes: Uint8Array<ArrayBuffer>,
  { transform, quality }: { transform: ImageTransform; quality: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const made = await images
    .input(new Blob([bytes]).stream())
    .transform(transform)
    .output({ format: "image/webp", quality, anim: false });
  return new Uint8Array(await made.response().arrayBuffer());
}
