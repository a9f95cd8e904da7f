import type { Browser } from "playwright-core";
import { throttling } from "lighthouse/core/config/constants.js";
import { PHONE } from "../phone.ts";

/** A picture of the page, as JPEG in base64, and the time since the navigation. */
export type Frame = { ms: number; jpeg: string };

const { requestLatencyMs, downloadThroughputKbps, uploadThroughputKbps, cpuSlowdownMultiplier } =
  throttling.mobileSlow4G;
const bytesPerSecond = (kilobits: number) => Math.floor((kilobits * 1024) / 8);

/** The size of a frame. The strip shows it smaller. */
const FRAME = { maxWidth: PHONE.viewport.width, maxHeight: PHONE.viewport.height };

/**
 * Films a page while it loads on a phone, with the network and the processor of Lighthouse's method "devtools":
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
 */
export async function film(browser: Browser, url: string): Promise<Frame[]> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: requestLatencyMs,
      downloadThroughput: bytesPerSecond(downloadThroughputKbps),
      uploadThroughput: bytesPerSecond(uploadThroughputKbps),
    });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdownMultiplier });
    const frames: { at: number; jpeg: string }[] = [];
    devtools.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
      frames.push({ at: metadata.timestamp! * 1000, jpeg: data });
      devtools.send("Page.screencastFrameAck", { sessionId }).catch(() => {});
    });
    await devtools.send("Page.startScreencast", { format: "jpeg", quality: 90, ...FRAME });
    await page.goto(url, { waitUntil: "networkidle" });
    await devtools.send("Page.stopScreencast");
    const start = await page.evaluate(() => performance.timeOrigin);
    return frames.map(({ at, jpeg }) => ({ ms: at - start, jpeg }));
  } finally {
    await context.close();
  }
}

/** Returns what was on the screen at 0, `stepMs`, … until the picture no longer changed. */
export function framesAtSteps(frames: Frame[], stepMs: number): Frame[] {
  const changes = frames.filter(({ jpeg }, index) => jpeg !== frames[index - 1]?.jpeg);
  const end = Math.ceil(Math.max(0, ...changes.map(({ ms }) => ms)) / stepMs);
  return Array.from({ length: end + 1 }, (_, step) => {
    const ms = step * stepMs;
    return { ms, jpeg: (changes.findLast((frame) => frame.ms <= ms) ?? changes[0])?.jpeg ?? "" };
  });
}
