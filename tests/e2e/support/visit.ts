import type { Browser, BrowserContextOptions, Page, Request } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { openBrowser } from "../../support/browser.ts";
import { baseUrl } from "./base-url.ts";

/** The origin of a `data:` address. That of a `blob:` address is its page's. */
const OF_THE_PAGE = "null";

let opened: Promise<Browser> | undefined;

/** One for all files that a process runs, one after the other; it ends with the process. */
export const browser = () => (opened ??= openBrowser());

/** A new visitor's page. A logged error, or a request to another origin, fails the test at its end. */
export async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const baseURL = baseUrl();
  // Each visitor has a client address of their own, so that limits of one test do not count in another.
  const address = {
    "CF-Connecting-IP": `2001:db8:${crypto.randomUUID().slice(0, 4)}:${crypto.randomUUID().slice(0, 4)}::1`,
  };
  const context = await (await browser()).newContext({ baseURL, extraHTTPHeaders: address, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (![new URL(baseURL).origin, OF_THE_PAGE].includes(new URL(url).origin)) problems.push(url);
  });
  const unanswered = new Set<Request>();
  page.on("request", (request) => unanswered.add(request));
  page.on("requestfinished", (request) => unanswered.delete(request));
  page.on("requestfailed", (request) => unanswered.delete(request));
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") console.error(await describe(page, unanswered));
    await context.close();
    expect(problems.filter((problem) => !isExpected(problem))).toEqual([]);
  });
  await page.goto(path);
  return page;
}

/** What the page shows, with the values of its fields, and what it waits for. */
async function describe(page: Page, unanswered: ReadonlySet<Request>): Promise<string> {
  const content = await page.locator("body").ariaSnapshot({ timeout: 1000 }).catch(String);
  const waiting = [...unanswered].map((request) => `${request.method()} ${request.url()}`);
  return [`The page at ${page.url()} shows:`, content, "Requests without an answer:", ...waiting].join("\n");
}

/**
 * Once scripts have taken over a page that came as HTML. Before, links load documents; buttons that need scripts are
 * disabled, which Playwright waits for by itself.
 */
export const waitForHydration = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.getElementById("root")!).some((key) => key.startsWith("__reactContainer$")),
  );

/** From now on the page's time passes only where the test lets it. */
export const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000);

/** Chromium logs every refusal, and every request that a test cuts off, also where it is what the test asked for. */
const isExpected = (problem: string) =>
  /^Failed to load resource: (.* (400|401|402|403|404|409|410|429|503)|net::ERR_(FAILED|INTERNET_DISCONNECTED))/.test(
    problem,
  );
