import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import { updateSite } from "../calls.ts";
import { actionOf, fetchResult } from "../../../data/screen-data.ts";

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  fetchResult("sites/:id/", { params: { id: params["id"]! }, signal: request.signal });

/** Does not reload the site after a save: the form has the saved version already. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined && defaultShouldRevalidate;

export const action = actionOf({ updateSite });
