import { send } from "#web/api.ts";

const PICTURE_BYTES_MAX = 5 * 1024 * 1024;
export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"];

export type Uploaded = { success: 1; file: { url: string; width?: number; height?: number } };

/** What the tools of one editor ask of the page around it. */
export class Desk {
  readonly #uploads = new Set<Promise<unknown>>();
  readonly #tell: (message: string) => void;
  readonly #showUploading: (isUploading: boolean) => void;

  constructor(tell: (message: string) => void, showUploading: (isUploading: boolean) => void) {
    this.#tell = tell;
    this.#showUploading = showUploading;
  }

  /** Says what went wrong, or takes it back. */
  tell(problem: unknown) {
    this.#tell(problem instanceof Error ? problem.message : String(problem));
  }

  /** @throws ApiError or Error with a sentence for the author. */
  async upload(picture: Blob): Promise<Uploaded> {
    if (!PICTURE_TYPES.includes(picture.type)) throw new Error("Choose a PNG, JPEG, WebP, GIF or AVIF picture.");
    if (picture.size > PICTURE_BYTES_MAX) throw new Error("A picture may have at most 5 MB.");
    const body = new FormData();
    body.append("image", picture);
    const upload = send<Uploaded>("POST", "images/", { body, otherwise: "The picture could not be uploaded." });
    this.#uploads.add(upload);
    this.#showUploading(true);
    try {
      return await upload;
    } finally {
      this.#uploads.delete(upload);
      this.#showUploading(this.#uploads.size > 0);
    }
  }

  /** Resolves when no upload is on its way, however those ended. */
  async uploadsDone(): Promise<void> {
    if (this.#uploads.size === 0) return;
    await Promise.allSettled(this.#uploads);
    await this.uploadsDone();
  }
}
