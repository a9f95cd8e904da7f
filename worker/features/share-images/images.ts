import { mediaPath, shareImagePrefix } from "#schema/paths.ts";
import { SERVICE_TIMEOUT_MS, withDeadline } from "../../deadline.ts";
import type { Bindings } from "../../env.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import type { ShareFacts } from "../../share/facts.ts";
import type { ShareKind } from "./share-page.ts";

/** The key in R2 of the image at this path. */
export const keyOf = (path: string) => path.slice(1);

type Drawing = { env: Pick<Bindings, "SHARE" | "MEDIA" | "IMAGES">; ports: Pick<Ports, "timeout"> };

/** Returns undefined if the second Worker fails or is late, or if no font has the letters of the title. */
export async function drawImage(
  { env, ports }: Drawing,
  facts: ShareFacts,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await withDeadline(requestImage(env, facts), ports.timeout(SERVICE_TIMEOUT_MS));
  } catch (error) {
    logError(error);
    return undefined;
  }
}

async function requestImage(env: Drawing["env"], facts: ShareFacts) {
  const logo = facts.logo && (await readLogo(env, facts.logo));
  const body = JSON.stringify({ ...facts, logo } satisfies ShareFacts);
  const response = await env.SHARE.fetch("https://share/", { method: "POST", body });
  if (response.status === 422) {
    await response.body?.cancel();
    return undefined;
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

/** Deletes the images of a page, all or those that are not at this path: each change of a page gives its image a new path. */
export async function deleteImagesOf(
  bucket: R2Bucket,
  { kind, slug }: { kind: ShareKind; slug: string },
  keptPath = "",
): Promise<void> {
  const { objects } = await bucket.list({ prefix: keyOf(shareImagePrefix(kind, slug)) });
  const keys = objects.map(({ key }) => key).filter((key) => key !== keyOf(keptPath));
  if (keys.length > 0) await bucket.delete(keys);
}
