import { readImage } from "#worker/features/media/read-image.ts";

/** Loads the image that a page names for shared links. Returns its address and its size. */
export async function loadSharedImage(page: URL) {
  const html = await (await fetch(page)).text();
  const address = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? "";
  const response = await fetch(address, { redirect: "manual" });
  const image = readImage(new Uint8Array(await response.arrayBuffer()));
  return { path: new URL(address).pathname, status: response.status, ...(typeof image === "object" && image) };
}
