import type { Browser, BrowserContextOptions, Page, Request } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { openBrowser } from "../../support/browser.ts";
import { baseUrl } from "./base-url.ts";

/** The origin of `data:` URLs. The origin of a `blob:` URL is that of its page. */
const DATA_URL_ORIGIN = "null";

let opened: Promise<Browser> | undefined;

/** Opens one browser for all test files of a process. It ends with the process. */
export const browser = () => (opened ??= openBrowser());

/** Opens `path` as a new visitor. The test fails at its end if the page logged an error or sent a request to another origin. */
export async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const baseURL = baseUrl();
  // Each visitor has their own IP address, so that rate limits of one test do not count in another.
  const ipAddress = {
    "CF-Connecting-IP": `2001:db8:${crypto.randomUUID().slice(0, 4)}:${crypto.randomUUID().slice(0, 4)}::1`,
  };
  const context = await (await browser()).newContext({ baseURL, extraHTTPHeaders: ipAddress, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (![new URL(baseURL).origin, DATA_URL_ORIGIN].includes(new URL(url).origin)) problems.push(url);
  });
  const pending = new Set<Request>();
  page.on("request", (request) => pending.add(request));
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") console.error(await describe(page, pending));
    await context.close();
    expect(problems.filter((problem) => !isExpected(problem))).toEqual([]);
  });
  await page.goto(path);
  return page;
}

/** Returns what the page shows, with the values of its fields, and its open requests. */
async function describe(page: Page, pending: ReadonlySet<Request>): Promise<string> {
  const content = await page.locator("body").ariaSnapshot({ timeout: 1000 }).catch(String);
  const requests = [...pending].map((request) => `${request.method()} ${request.url()}`);
  return [`The page at ${page.url()} shows:`, content, "Requests without a response:", ...requests].join("\n");
}

/**
 * Waits until React has hydrated the page. Before that, links load documents. Buttons that need scripts are disabled, and
 * Playwright waits for those by itself.
 */
export const waitForHydration = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.getElementById("root")!).some((key) => key.startsWith("__reactContainer$")),
  );

/** Stops the clock of the page. Its time passes only if the test advances it. */
export const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000);

/** Chromium logs every error response and every aborted request as an error, even if the test expects it. */
const isExpected = (problem: string) =>
  /^Failed to load resource: (.* (400|401|402|403|404|409|410|429|503)|net::ERR_(FAILED|INTERNET_DISCONNECTED))/.test(
    problem,
  );
