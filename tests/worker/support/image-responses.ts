import { advanceUntilAborted } from "./app.ts";

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
