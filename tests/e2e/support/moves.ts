import type { Page } from "playwright";
import { waitForRequests } from "./visit.ts";

/** The browser paints nothing before it has read the page. How often it paints before depends on how busy the machine is. */
const PAINT_LATE = '<link rel="expect" href="#page-data" blocking="render">';

/** Opens the path. Returns what moves from the first paint of the whole page on. */
export async function findMoves(page: Page, path: string): Promise<unknown[]> {
  // The fallback is measured on fonts that this machine may lack, so the arrival of the font is left out.
  await page.route("**/*.woff2", (route) => route.abort());
  await page.route(
    ({ pathname, search }) => pathname + search === path,
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace("<head>", `<head>${PAINT_LATE}`) });
    },
  );
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
