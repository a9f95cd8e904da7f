import type { Page } from "playwright-core";

/** Holds each request that matches. The function that it returns lets them go. */
export async function holdRequests(page: Page, address: string | RegExp) {
  const release = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await release.promise;
    await route.fallback();
  });
  return release.resolve;
}
