import { type Browser, chromium as playwright } from "playwright";
import { unpackChromium } from "./unpack-chromium.ts";

/** `@sparticuz/chromium` has Chromium for Linux x64 only. On other machines, set `CHROMIUM_PATH`. */
export const browserPath = async () => process.env["CHROMIUM_PATH"] ?? (await unpackChromium());

export const BROWSER_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function openBrowser(...args: string[]): Promise<Browser> {
  return playwright.launch({ executablePath: await browserPath(), args: [...BROWSER_ARGUMENTS, ...args] });
}
