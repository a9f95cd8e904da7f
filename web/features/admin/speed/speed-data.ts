import type { LoaderFunctionArgs } from "react-router";
import { withQuery } from "#schema/paths.ts";
import type { Speed } from "#schema/vitals.ts";
import { deferIfSlow, fetchResult, whenQueryChanges } from "../../../screen-data.ts";
import { isForStaff } from "../../accounts/guard.ts";

/** The query parameter that chooses a page kind or a country. */
export const SPEED_OF = "speed";

export async function loader({ request }: LoaderFunctionArgs) {
  if (!(await isForStaff(request.signal))) return null;
  const of = new URL(request.url).searchParams.get(SPEED_OF);
  return deferIfSlow(fetchResult<Speed>(withQuery("analytics/speed/", { of }), request.signal));
}

export const shouldRevalidate = whenQueryChanges(SPEED_OF);
