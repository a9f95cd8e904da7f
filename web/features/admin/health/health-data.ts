import type { LoaderFunctionArgs } from "react-router";
import type { HealthDetails } from "#schema/admin.ts";
import { deferIfSlow, fetchResult, whenQueryChanges } from "../../../screen-data.ts";
import { isForStaff } from "../../accounts/guard.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  if (!(await isForStaff(request.signal))) return null;
  return deferIfSlow(fetchResult<HealthDetails>("health/details/", request.signal));
}

export const shouldRevalidate = whenQueryChanges();
