import { PAGES } from "#web/pages.ts";
import type { Row } from "./row.ts";

/** A row for each public page, whose name begins with `prefix`. */
export const rowsOfPages = (prefix = ""): Row[] =>
  Object.values(PAGES).map(({ path }) => [
    `${prefix}${path.replaceAll(/:(\w+)/g, "{$1}")}: the data that the page shows`,
    "worker/pages/pages.test.ts",
    "GET /api/pages/… returns the data that the page shows",
  ]);
