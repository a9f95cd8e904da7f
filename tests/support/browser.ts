import { type Browser, chromium as playwright } from "playwright-core";
import { unpackChromium } from "./unpack-chromium.ts";

/** Chromium from the lock file; `CHROMIUM_PATH` names another one, for machines that are not Linux on x64. */
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
