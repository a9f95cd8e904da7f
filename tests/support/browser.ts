import { type Browser, chromium as playwright } from "playwright-core";
import { unpackChromium } from "./unpack-chromium.ts";

/** The npm package has Chromium for Linux x64 only. On other machines, set `CHROMIUM_PATH`. */
export const browserPath = async () => process.env["CHROMIUM_PATH"] ?? (await unpackChromium());

export async function openBrowser(...args: string[]): Promise<Browser> {
  return playwright.launch({
    executablePath: await browserPath(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...args,
    ],
  });
}
