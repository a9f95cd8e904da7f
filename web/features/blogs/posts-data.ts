import type { LoaderFunctionArgs } from "react-router";
import type { StaffBlogSummary } from "#schema/blogs.ts";
import { parsePage } from "#schema/pages.ts";
import { withQuery } from "#schema/paths.ts";
import type { Page } from "#schema/sites.ts";
import { fetchResult, deferIfSlow } from "../../screen-data.ts";
import { whenQueryChanges } from "../../screen-data.ts";
import { isForStaff } from "../accounts/guard.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  if (!(await isForStaff(request.signal))) return null;
  const page = parsePage(new URL(request.url).searchParams.get("blogs")) ?? 1;
  return deferIfSlow(fetchResult<Page<StaffBlogSummary>>(withQuery("blogs/user/", { page }), request.signal));
}

export const shouldRevalidate = whenQueryChanges("blogs");
