import type { LoaderFunctionArgs } from "react-router";
import type { StaffBlogSummary } from "#schema/blogs.ts";
import { parsePage } from "#schema/pages.ts";
import { withQuery } from "#schema/paths.ts";
import type { Page } from "#schema/sites.ts";
import { fetchResult, deferIfSlow } from "../../screen-data.ts";
import { whenQueryChanges } from "../../screen-data.ts";
import { isForStaff } from "../accounts/guard.ts";

/** Loads a page of all posts, including drafts. `?blogs=` is its number. Returns `null` if the user is not staff. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (!(await isForStaff(request.signal))) return null;
  const page = parsePage(new URL(request.url).searchParams.get("blogs")) ?? 1;
  return deferIfSlow(fetchResult<Page<StaffBlogSummary>>(withQuery("blogs/user/", { page }), request.signal));
}

export const shouldRevalidate = whenQueryChanges("blogs");
