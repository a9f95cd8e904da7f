import type { LoaderFunctionArgs } from "react-router";
import { fetchResult, deferIfSlow } from "../../data/screen-data.ts";
import { whenQueryChanges } from "../../data/screen-data.ts";
import { isForStaff } from "../accounts/guard.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  if (!(await isForStaff(request.signal))) return null;
  return deferIfSlow(fetchResult("analytics/", { signal: request.signal }));
}

export const shouldRevalidate = whenQueryChanges();
