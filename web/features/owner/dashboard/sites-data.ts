import type { LoaderFunctionArgs } from "react-router";
import { parsePage } from "#schema/pages/pages.ts";
import { deleteSite, updateSite } from "../calls.ts";
import { actionOf, fetchResult, deferIfSlow, whenQueryChanges } from "../../../data/screen-data.ts";

export function loader({ request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const query = { q: search.get("q") ?? "", page: parsePage(search.get("page")) ?? 1 };
  return deferIfSlow(fetchResult("sites/", { query, signal: request.signal }));
}

export const shouldRevalidate = whenQueryChanges("q", "page");

export const calls = { updateSite, deleteSite };

export const action = actionOf(calls);
