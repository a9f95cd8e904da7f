import type { LoaderFunctionArgs } from "react-router";
import type { AdminApp } from "#schema/admin.ts";
import { fetchResult, deferIfSlow } from "../../screen-data.ts";
import { whenQueryChanges } from "../../screen-data.ts";

export const loader = ({ request }: LoaderFunctionArgs) =>
  deferIfSlow(fetchResult<AdminApp[]>("get_model/", request.signal));

export const shouldRevalidate = whenQueryChanges();
