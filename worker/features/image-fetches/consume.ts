import { IMAGE_MESSAGES, MAX_IMAGE_BYTES } from "#schema/images/media.ts";
import { connect, type Db } from "../../db/connection.ts";
import type { Bindings } from "../../env.ts";
import { fetchPublic, publicUrl } from "../../http/public-fetch.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import { makeImage, UnusableImage } from "../media/make-image.ts";
import { readImage } from "../media/read-image.ts";
import { discardUpload, putImage } from "../media/uploads.ts";
import { beginFetch, dropFetch, finishFetch, recordFailure } from "./queries.ts";

const MAX_ATTEMPTS = 5;
const LIMITS = { maxBytes: MAX_IMAGE_BYTES, timeoutMs: 8000, redirects: 3 };
const ACCEPT = "image/webp,image/png,image/jpeg,image/gif";
/** After an outage of D1. */
const RETRY_SECONDS = 60;

type Parts = { db: Db; env: Bindings; ports: Ports };

/**
 * The consumer of the queue. A message is the id of a row of `image_fetches`, and can arrive twice. It fetches one image
 * after another, because each can have 5 MB.
 */
export async function consumeImageFetches(
  { messages }: Pick<MessageBatch, "messages">,
  env: Bindings,
  ports: Ports,
): Promise<void> {
  const parts = { db: connect(env.DB), env, ports };
  for (const message of messages) {
    try {
      await fetchOne(parts, Number(message.body));
      message.ack();
    } catch (error) {
      logError(error);
      message.retry({ delaySeconds: RETRY_SECONDS });
    }
  }
}

/** @throws Error if D1 fails. Other failures are stored with the row, which is due again in an hour. */
async function fetchOne(parts: Parts, id: number): Promise<void> {
  const { db } = parts;
  const row = await beginFetch(db, id);
  if (!row) return;
  if (row.freePlaces <= 0) return dropFetch(db, id);
  // The attempts before ended without a result, for example because the Worker had no memory left.
  if (row.attempts > MAX_ATTEMPTS) return recordFailure(db, id, { failure: IMAGE_MESSAGES.notStored, isFinal: true });
  try {
    await store(parts, id, row);
  } catch (error) {
    const refusal = error instanceof UnusableImage ? error : undefined;
    if (!refusal) logError(error);
    const isFinal = refusal?.isTemporary === false || row.attempts >= MAX_ATTEMPTS;
    await recordFailure(db, id, { failure: refusal?.message ?? IMAGE_MESSAGES.notStored, isFinal });
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof beginFetch>>>;

/** @throws UnusableImage, or another Error if R2 or D1 fails. */
async function store({ db, env, ports }: Parts, id: number, { kind, address, ownerId }: Row): Promise<void> {
  const source = readImage(await download(ports, address));
  if (typeof source === "string") throw new UnusableImage(IMAGE_MESSAGES[source]);
  const image = await makeImage({ images: env.IMAGES, ports }, kind, source);
  const storage = { db, bucket: env.MEDIA };
  const now = ports.now();
  const key = await putImage(storage, image, { userId: ownerId, isExempt: true, now });
  if (key === undefined) throw new Error("An exempt upload was refused.");
  if (!(await finishFetch(db, id, { key, now }))) await discardUpload(storage, { key, kind }, now);
}

/** @throws UnusableImage */
async function download(ports: Ports, address: string): Promise<Uint8Array<ArrayBuffer>> {
  const url = publicUrl(address);
  if (!url) throw new UnusableImage("The URL is not on the public internet.");
  let refusal: string | undefined;
  const file = await fetchPublic(ports, url, { ...LIMITS, accept: ACCEPT, onRefusal: (reason) => (refusal = reason) });
  if (!file) {
    throw new UnusableImage(refusal ?? "The website did not answer.", { isTemporary: refusal === undefined });
  }
  return file.bytes;
}
