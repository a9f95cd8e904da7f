import type { LoaderFunctionArgs } from "react-router";
import type { AdminApp } from "#schema/admin.ts";
import { fetchResult, deferIfSlow } from "../../screen-data.ts";
import { whenQueryChanges } from "../../screen-data.ts";

/** Loads the models of the admin, with their numbers of records and of pending tasks. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  deferIfSlow(fetchResult<AdminApp[]>("get_model/", request.signal));

export const shouldRevalidate = whenQueryChanges();
