import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import { actionOf } from "../../../data/screen-data.ts";
import { fetchResult } from "../../../data/screen-data.ts";
import { loadEditor } from "../../documents/field/load-editor.ts";
import { deleteBlog, updateBlog } from "../calls.ts";

export function loader({ params, request }: LoaderFunctionArgs) {
  loadEditor().catch(() => {});
  return fetchResult("blogs/user/:slug/", { params: { slug: params["post"]! }, signal: request.signal });
}

/** After a save, the form already has the stored post. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined && defaultShouldRevalidate;

export const calls = { updateBlog, deleteBlog };

export const action = actionOf(calls);
