import { IMAGE_MAX_BYTES, IMAGE_MESSAGES, IMAGE_TYPES, type UploadedImage } from "#schema/media.ts";
import { send } from "#web/api.ts";

/** What the tools of one editor ask of the page around it. Functions only: the editor makes copies of all else. */
export type Desk = {
  /** Says what went wrong; an empty text takes it back. */
  tell(problem: unknown): void;
  /** @throws ApiError or Error with a sentence for the author. */
  upload(picture: Blob): Promise<UploadedImage>;
  /** Resolves when no upload is on its way, however those ended. */
  uploadsDone(): Promise<void>;
};

export function openDesk(tell: (message: string) => void, showUploading: (isUploading: boolean) => void): Desk {
  const uploads = new Set<Promise<unknown>>();

  const upload = async (picture: Blob) => {
    if (!IMAGE_TYPES.some((type) => type === picture.type)) throw new Error(IMAGE_MESSAGES.wrongType);
    if (picture.size > IMAGE_MAX_BYTES) throw new Error(IMAGE_MESSAGES.tooLarge);
    const body = new FormData();
    body.append("image", picture);
    const sending = send<UploadedImage>("POST", "images/", { body, otherwise: IMAGE_MESSAGES.notStored });
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
