import type { Page } from "./dump.ts";

/** What the Worker makes again, the probes of `/api/health/`, and the backups themselves. */
const LEFT_OUT = ["backups/", "favicons/", "health/", "remote/", "share/"];

/** Yields a line for each object of R2 after the key `from`. R2 lists at most 1,000 at once, in the order of the keys. */
export async function* listObjects(bucket: R2Bucket, from: string): AsyncGenerator<Page<string>> {
  let startAfter = from;
  for (;;) {
    const { objects, truncated } = await bucket.list(startAfter ? { startAfter } : {});
    const lines = objects
      .filter(({ key }) => !LEFT_OUT.some((folder) => key.startsWith(folder)))
      .map(({ key, size, etag, uploaded }) => JSON.stringify({ key, size, etag, uploaded }));
    startAfter = objects.at(-1)?.key ?? startAfter;
    yield { lines, next: truncated ? startAfter : null };
    if (!truncated) return;
  }
}
