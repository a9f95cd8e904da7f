import { IMAGE_MESSAGES, IMAGE_TYPES, MAX_IMAGE_BYTES } from "#schema/images/media.ts";
import type { SiteImageKind } from "#schema/images/site-images.ts";
import { ApiError, send } from "../../../data/api.ts";

type Options = {
  kind: SiteImageKind;
  signal: AbortSignal;
  /** `sent` is the part that has left, from 0 to 1. */
  onProgress: (sent: number) => void;
};

/** Returns why the server would refuse the file, or undefined. The server also checks the bytes. */
export const typeProblem = ({ name, type }: File): string | undefined =>
  type === "" || IMAGE_TYPES.some((allowed) => allowed === type) ? undefined : `${name}: ${IMAGE_MESSAGES.wrongType}`;

/**
 * Returns the URL of the stored image.
 * @throws ApiError
 */
export async function sendImage(image: Blob, { kind, signal, onProgress }: Options): Promise<string> {
  if (image.size > MAX_IMAGE_BYTES) throw new ApiError(413, IMAGE_MESSAGES.tooLarge);
  const body = new FormData();
  body.append("image", image);
  const { file } = await send("POST", "images/", {
    query: { kind },
    body,
    fetcher: fetchWithProgress({ signal, onProgress }),
    fallbackError: IMAGE_MESSAGES.notStored,
  });
  return file.url;
}

/** `fetch` does not say how much of a body it has sent. */
const fetchWithProgress =
  ({ signal, onProgress }: Omit<Options, "kind">) =>
  (url: string, { method = "GET", headers, body }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / total));
      request.addEventListener("load", () => {
        const id = request.getResponseHeader("x-request-id");
        resolve(
          new Response(request.responseText, { status: request.status, headers: id ? { "x-request-id": id } : {} }),
        );
      });
      request.addEventListener("error", () => reject(new TypeError("No response came.")));
      request.addEventListener("abort", () => reject(signal.reason as Error));
      signal.addEventListener("abort", () => request.abort());
      request.send(body as FormData);
    });
