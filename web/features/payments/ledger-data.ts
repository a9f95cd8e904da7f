import type { LoaderFunctionArgs } from "react-router";
import { parsePage } from "#schema/pages/pages.ts";
import { fetchResult, deferIfSlow, whenQueryChanges } from "../../data/screen-data.ts";

/** Loads one page of the user's ledger. The `payments` parameter of the URL has the page's number. */
export function loader({ request }: LoaderFunctionArgs) {
  const page = parsePage(new URL(request.url).searchParams.get("payments")) ?? 1;
  return deferIfSlow(fetchResult("payments/ledger/", { query: { page }, signal: request.signal }));
}

export const shouldRevalidate = whenQueryChanges("payments");
