import { send } from "#web/api.ts";

const PICTURE_BYTES_MAX = 5 * 1024 * 1024;
export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"];

type Uploaded = { success: 1; file: { url: string; width?: number; height?: number } };

/** What the tools of one editor ask of the page around it. Functions only: the editor makes copies of all else. */
export type Desk = {
  /** Says what went wrong; an empty text takes it back. */
  tell(problem: unknown): void;
  /** @throws ApiError or Error with a sentence for the author. */
  upload(picture: Blob): Promise<Uploaded>;
  /** Resolves when no upload is on its way, however those ended. */
  uploadsDone(): Promise<void>;
};

export function openDesk(tell: (message: string) => void, showUploading: (isUploading: boolean) => void): Desk {
  const uploads = new Set<Promise<unknown>>();

  const upload = async (picture: Blob) => {
    if (!PICTURE_TYPES.includes(picture.type)) throw new Error("Choose a PNG, JPEG, WebP, GIF or AVIF picture.");
    if (picture.size > PICTURE_BYTES_MAX) throw new Error("A picture may have at most 5 MB.");
    const body = new FormData();
    body.append("image", picture);
    const sending = send<Uploaded>("POST", "images/", { body, otherwise: "The picture could not be uploaded." });
    uploads.add(sending);
    showUploading(true);
    try {
      return await sending;
    } finally {
      uploads.delete(sending);
      showUploading(uploads.size > 0);
    }
  };

  const uploadsDone = async (): Promise<void> => {
    if (uploads.size === 0) return;
    await Promise.allSettled(uploads);
    await uploadsDone();
  };

  return { tell: (problem) => tell(problem instanceof Error ? problem.message : String(problem)), upload, uploadsDone };
}
