import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import type { EditableSite } from "#schema/sites.ts";
import { updateSite } from "../calls.ts";
import { actionOf, fetchResult } from "../../../screen-data.ts";

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  fetchResult<EditableSite>(`sites/${encodeURIComponent(params["id"]!)}/`, request.signal);

/** Does not reload the site after a save: the form has the saved version already. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined && defaultShouldRevalidate;

export const action = actionOf({ updateSite });
