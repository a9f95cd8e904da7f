import type { LoaderFunctionArgs } from "react-router";
import { parsePage } from "#schema/pages.ts";
import { withQuery } from "#schema/paths.ts";
import type { OwnerSiteSummary, Page } from "#schema/sites.ts";
import { deleteSite, updateSite } from "../calls.ts";
import { actionOf, fetchResult, deferIfSlow, whenQueryChanges } from "../../../screen-data.ts";

export function loader({ request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const query = { q: search.get("q") ?? "", page: parsePage(search.get("page")) ?? 1 };
  return deferIfSlow(fetchResult<Page<OwnerSiteSummary>>(withQuery("sites/", query), request.signal));
}

export const shouldRevalidate = whenQueryChanges("q", "page");

export const calls = { updateSite, deleteSite };

export const action = actionOf(calls);
