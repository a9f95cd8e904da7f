import type { Page } from "playwright";

/** Holds matching requests. Returns a function that releases them. */
export async function holdRequests(page: Page, url: string | RegExp) {
  const release = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await release.promise;
    await route.fallback();
  });
  return release.resolve;
}
