import type { LoaderFunctionArgs } from "react-router";
import { parsePage } from "#schema/pages/pages.ts";
import { fetchResult, deferIfSlow } from "../../data/screen-data.ts";
import { whenQueryChanges } from "../../data/screen-data.ts";
import { isForStaff } from "../accounts/guard.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  if (!(await isForStaff(request.signal))) return null;
  const page = parsePage(new URL(request.url).searchParams.get("blogs")) ?? 1;
  return deferIfSlow(fetchResult("blogs/user/", { query: { page }, signal: request.signal }));
}

export const shouldRevalidate = whenQueryChanges("blogs");
