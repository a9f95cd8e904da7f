import { gzipSync } from "node:zlib";
import type { Browser, Page, Response } from "playwright";
import { PHONE } from "../phone.ts";

export type Loaded = { url: string; type: string; bytes: number };
/** Bytes are those of `sizeOf`. "Before the tap": until the page and its network have been idle. */
export type ColdFigures = {
  htmlBytes: number;
  scriptBytesBeforeTap: number;
  scriptBytesHydrated: number;
  requests: number;
  bytes: number;
};

/** gzip keeps no file that is compressed already. */
const COMPRESSED = /^(image\/(?!svg)|font\/)/;

/**
 * The size of the body. Texts are compressed with gzip at its best level, so the size is the same on each machine; servers
 * send nearly as much. Headers are not counted.
 */
export const sizeOf = (body: Uint8Array, contentType: string) =>
  COMPRESSED.test(contentType) ? body.byteLength : gzipSync(body, { level: 9 }).byteLength;

/** Opens a page on a phone with an empty cache, waits until its network is idle, and taps its heading. */
export async function loadCold(
  browser: Browser,
  url: string,
  waitForHydration: (page: Page) => Promise<void>,
): Promise<ColdFigures & { list: Loaded[] }> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const responses: Promise<Loaded>[] = [];
    page.on("requestfinished", (request) => {
      if (/^https?:/.test(request.url())) responses.push(request.response().then((response) => toLoaded(response!)));
    });
    const failed: string[] = [];
    page.on("requestfailed", (request) => failed.push(request.url()));
    await page.goto(url, { waitUntil: "networkidle" });
    const list = await Promise.all(responses);
    if (failed.length > 0) throw new Error(`Failed: ${failed.join(", ")}`);
    await page.locator("h1").first().tap();
    await waitForHydration(page);
    return { ...figuresOf(list, await Promise.all(responses)), list };
  } finally {
    await context.close();
  }
}

async function toLoaded(response: Response): Promise<Loaded> {
  const contentType = response.headers()["content-type"] ?? "";
  const bytes = sizeOf(await response.body(), contentType);
  return { url: response.url(), type: response.request().resourceType(), bytes };
}

/** `list`: what the page has loaded before the tap. `all`: also what came after it. */
export function figuresOf(list: Loaded[], all: Loaded[]): ColdFigures {
  const sum = (loaded: Loaded[], type?: string) =>
    loaded.filter((one) => !type || one.type === type).reduce((total, { bytes }) => total + bytes, 0);
  return {
    htmlBytes: sum(list, "document"),
    scriptBytesBeforeTap: sum(list, "script"),
    scriptBytesHydrated: sum(all, "script"),
    requests: list.length,
    bytes: sum(list),
  };
}
