import { advanceUntilAborted } from "./app.ts";

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Only the first bytes, by which the type is recognized. */
export const imageSignatures = {
  png: bytesOf("\x89PNG\r\n\x1a\n\0\0\0\rIHDR…"),
  jpeg: bytesOf("\xff\xd8\xff\xe0\0\x10JFIF\0…"),
  gif: bytesOf("GIF89a\x01\0\x01\0…"),
  webp: bytesOf("RIFF\x24\0\0\0WEBPVP8 …"),
  avif: bytesOf("\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf…"),
  ico: bytesOf("\0\0\x01\0\x01\0\x10\x10\0\0…"),
} as const;

export const svgImage = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`;

/** `sent.bytes` counts the bytes that were read. */
export function endlessBody(start: Uint8Array, sent = { bytes: 0 }): Response {
  const chunk = new Uint8Array(64 * 1024);
  let isFirst = true;
  return new Response(
    new ReadableStream({
      pull(controller) {
        const next = isFirst ? start : chunk;
        isFirst = false;
        sent.bytes += next.length;
        controller.enqueue(next);
      },
    }),
  );
}

/** The fake time passes until the request is aborted. */
export const neverResponds = ({ signal }: { signal: AbortSignal }) =>
  new Promise<Response>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    advanceUntilAborted(signal);
  });

/** Sends these bytes, and then nothing until the request is aborted. */
export const stallsAfter =
  (bytes: Uint8Array) =>
  ({ signal }: { signal: AbortSignal }) =>
    new Response(new ReadableStream({ start: (body) => body.enqueue(bytes), pull: () => advanceUntilAborted(signal) }));
