import { MAX_IMAGE_BYTES, IMAGE_MESSAGES, IMAGE_TYPES, type UploadedImage } from "#schema/images/media.ts";
import { send } from "#web/data/api.ts";

/** The page, as the editor's tools see it. Functions only: Editor.js clones all other values. */
export type ToolContext = {
  /** Shows an error. An empty text hides it. */
  showMessage(problem: unknown): void;
  /** @throws ApiError or Error with a sentence for the author. */
  uploadImage(image: Blob): Promise<UploadedImage>;
  /** Resolves even if uploads fail. */
  waitForUploads(): Promise<void>;
};

type Listener = { onMessage: (message: string) => void; onUploading: (isUploading: boolean) => void };

export function createToolContext({ onMessage, onUploading }: Listener): ToolContext {
  const uploads = new Set<Promise<unknown>>();

  const uploadImage = async (image: Blob) => {
    if (!IMAGE_TYPES.some((type) => type === image.type)) throw new Error(IMAGE_MESSAGES.wrongType);
    if (image.size > MAX_IMAGE_BYTES) throw new Error(IMAGE_MESSAGES.tooLarge);
    const body = new FormData();
    body.append("image", image);
    const sending = send("POST", "images/", { body, fallbackError: IMAGE_MESSAGES.notStored });
    uploads.add(sending);
    onUploading(true);
    try {
      return await sending;
    } finally {
      uploads.delete(sending);
      onUploading(uploads.size > 0);
    }
  };

  const waitForUploads = async (): Promise<void> => {
    if (uploads.size === 0) return;
    await Promise.allSettled(uploads);
    await waitForUploads();
  };

  return {
    showMessage: (problem) => onMessage(problem instanceof Error ? problem.message : String(problem)),
    uploadImage,
    waitForUploads,
  };
}
