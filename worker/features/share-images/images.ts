import { mediaPath, shareImagePrefix } from "#schema/pages/paths.ts";
import { SERVICE_TIMEOUT_MS, withDeadline } from "../../http/deadline.ts";
import type { Bindings } from "../../env.ts";
import { logError } from "../../log.ts";
import type { Ports, Subject } from "../../ports.ts";
import type { ShareFacts } from "../../share/facts.ts";
import type { ShareKind } from "./share-page.ts";

/** The key in R2 of the image at this path. */
export const keyOf = (path: string) => path.slice(1);

type Drawing = { env: Pick<Bindings, "SHARE" | "MEDIA" | "IMAGES">; ports: Pick<Ports, "timeout"> };

/** Returns null if the second Worker fails or is late, or if no font has the letters of the title. */
export async function drawImage({ env, ports }: Drawing, facts: ShareFacts): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await withDeadline(requestImage(env, facts), ports.timeout(SERVICE_TIMEOUT_MS));
  } catch (error) {
    logError(error);
    return null;
  }
}

async function requestImage(env: Drawing["env"], facts: ShareFacts) {
  const logo = facts.logo && (await readLogo(env, facts.logo));
  const body = JSON.stringify({ ...facts, logo } satisfies ShareFacts);
  const response = await env.SHARE.fetch("https://share/", { method: "POST", body });
  if (response.status === 422) {
    await response.body?.cancel();
    return null;
  }
  if (!response.ok) throw new Error(`The image was not drawn: ${response.status} ${await response.text()}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** As a PNG in a data URL, because the program that draws reads no WebP. A logo that is gone leaves the letters. */
async function readLogo({ MEDIA, IMAGES }: Drawing["env"], path: string): Promise<string> {
  const stored = await MEDIA.get(path.slice(mediaPath("").length));
  if (!stored) return "";
  const png = (await IMAGES.input(stored.body).output({ format: "image/png" })).response();
  return `data:image/png;base64,${Buffer.from(await png.arrayBuffer()).toString("base64")}`;
}

/** Deletes all images below this path, except the one at `keptPath`. */
export async function deleteImages(bucket: R2Bucket, prefix: string, keptPath = ""): Promise<void> {
  const { objects } = await bucket.list({ prefix: keyOf(prefix) });
  const keys = objects.map(({ key }) => key).filter((key) => key !== keyOf(keptPath));
  if (keys.length > 0) await bucket.delete(keys);
}

/** A request to R2 for each: only the deletion of a large account changes so many pages. */
const MAX_PAGES = 200;

type Deleting = { env: Pick<Bindings, "MEDIA">; ports: Pick<Ports, "timeout"> };

/** Deletes the images of each page that has changed. If it fails, they disappear when their pages are checked again. */
export async function deleteImagesOf(changed: Iterable<Subject>, { env, ports }: Deleting): Promise<void> {
  const prefixes = [...changed].flatMap((subject) => {
    const [, kind, slug] = /^(site|product|post):(.*)$/su.exec(subject) ?? [];
    return kind ? [shareImagePrefix(kind as ShareKind, slug!)] : [];
  });
  if (prefixes.length === 0) return;
  const deleting = Promise.all(prefixes.slice(0, MAX_PAGES).map((prefix) => deleteImages(env.MEDIA, prefix)));
  await withDeadline(deleting, ports.timeout(SERVICE_TIMEOUT_MS)).catch(logError);
}
