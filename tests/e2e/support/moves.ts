import type { Page } from "playwright";
import { waitForRequests } from "./visit.ts";

/** Opens the path. Returns what moves while it loads. */
export async function findMoves(page: Page, path: string): Promise<unknown[]> {
  // The fallback is measured on fonts that this machine may lack, so the arrival of the font is left out.
  await page.route("**/*.woff2", (route) => route.abort());
  await page.goto(path);
  await waitForRequests(page);
  return page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntriesByType("layout-shift")));
        // The paints are always reported, so the observer answers also when nothing has moved.
        for (const type of ["layout-shift", "paint"]) observer.observe({ type, buffered: true });
      }),
  );
}
