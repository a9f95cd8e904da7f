import type { Browser, BrowserContextOptions, Page, Request } from "playwright";
import { expect, onTestFinished } from "vitest";
import { NEWER, removeNewer } from "../../browsers/remove-newer.ts";
import { openBrowser } from "../../support/browser.ts";
import { baseUrl } from "./base-url.ts";

const DATA_URL_ORIGIN = "null";

let opened: Promise<Browser> | undefined;
const pendingOf = new WeakMap<Page, ReadonlySet<Request>>();

/** All test files of a process share one browser. */
export const browser = () => (opened ??= openBrowser());

/**
 * Opens `path` as a new visitor with the oldest browser, begins to use the page, and waits for hydration. The test fails if
 * the page logs an error or sends a request to another origin.
 */
export async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const baseURL = baseUrl();
  // Each visitor has their own IP address, so that tests do not share rate limits.
  const ipAddress = {
    "CF-Connecting-IP": `2001:db8:${crypto.randomUUID().slice(0, 4)}:${crypto.randomUUID().slice(0, 4)}::1`,
  };
  const context = await (await browser()).newContext({ baseURL, extraHTTPHeaders: ipAddress, ...options });
  await context.addInitScript(removeNewer, NEWER);
  if (options.javaScriptEnabled !== false) context.on("page", waitOnNavigation);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (![new URL(baseURL).origin, DATA_URL_ORIGIN].includes(new URL(url).origin)) problems.push(url);
  });
  const pending = new Set<Request>();
  pendingOf.set(page, pending);
  page.on("request", (request) => pending.add(request));
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") console.error(await describe(page, { pending, problems }));
    await context.close();
    expect(problems.filter((problem) => !isExpected(problem))).toEqual([]);
  });
  await page.goto(path);
  return page;
}

/**
 * Makes `goto` and `reload` wait for hydration, because the event `load` may come first. A test that holds scripts back
 * calls them with `waitUntil`.
 */
function waitOnNavigation(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (...arguments_) => {
    const response = await goto.apply(page, arguments_);
    if (!arguments_[1]?.waitUntil) await waitForHydration(page);
    return response;
  };
  page.reload = async (...arguments_) => {
    const response = await reload.apply(page, arguments_);
    if (!arguments_[0]?.waitUntil) await waitForHydration(page);
    return response;
  };
}

type Seen = { pending: ReadonlySet<Request>; problems: readonly string[] };

async function describe(page: Page, { pending, problems }: Seen): Promise<string> {
  const content = await page.locator("body").ariaSnapshot({ timeout: 1000 }).catch(String);
  const requests = [...pending].map((request) => `${request.method()} ${request.url()}`);
  const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200)).catch(String);
  return [
    `The focus is on ${focused}`,
    `The page at ${page.url()} shows:`,
    content,
    "Requests without a response:",
    ...requests,
    "Errors in the console:",
    ...problems,
  ].join("\n");
}

/**
 * Before React has hydrated the page, links load documents. Buttons of forms are disabled until then, and
 * Playwright waits for these by itself.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Only documents of the product have this block. Local tools and stand-ins have other documents.
    if (!document.getElementById("page-data")) return true;
    // Scripts load when the page is used.
    window.dispatchEvent(new Event("pointerdown"));
    const root = document.getElementById("root")! as unknown as Record<string, Fiber>;
    const key = Object.keys(root).find((name) => name.startsWith("__reactContainer$"));
    // The key is there as soon as hydration begins.
    return key !== undefined && !root[key]!.stateNode.current.memoizedState.isDehydrated;
  });
  // A link that was followed before may have loaded another document in between.
  await waitForEffects(page).catch((error: unknown) =>
    String(error).includes("Execution context was destroyed") ? waitForHydration(page) : Promise.reject(error),
  );
}

/** React runs effects, which add listeners, in a message after what it shows. */
export async function waitForEffects(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", resolve);
        port1.start();
        port2.postMessage(null);
      }),
  );
}

/** Waits until all requests have an answer, also those that an answer leads to. */
export async function waitForRequests(page: Page): Promise<void> {
  const pending = pendingOf.get(page)!;
  do {
    await expect.poll(() => pending.size).toBe(0);
    await waitForFrames(page);
  } while (pending.size > 0);
}

/** Waits until the browser has drawn the page as it is now. */
const waitForFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** The part of React's own root that tells whether hydration is over. */
type Fiber = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };

/**
 * Chromium logs as an error: each error response, each aborted request, and a page change without a cross-fade, because
 * the next document has no styles, such as a stand-in's page. Three of the editor's tools try `new Function`, which the
 * policy refuses, and work without it.
 */
const isExpected = (problem: string) =>
  /^(Failed to load resource: (.* (400|401|402|403|404|409|410|415|429|503)|net::ERR_(FAILED|INTERNET_DISCONNECTED))|Transition was (aborted|skipped)|Evaluating a string as JavaScript violates)/.test(
    problem,
  );
