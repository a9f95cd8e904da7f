import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

/** Chromium from the lock file; `CHROMIUM_PATH` names another one, for machines that are not Linux on x64. */
export async function openBrowser(...args: string[]): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? (await chromium.executablePath());
  return playwright.launch({
    executablePath,
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
