import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import type { EditableBlog } from "#schema/blogs.ts";
import { actionOf } from "../../../screen-data.ts";
import { fetchResult } from "../../../screen-data.ts";
import { loadEditor } from "../../documents/load-editor.ts";
import { deleteBlog, editableCall, updateBlog } from "../calls.ts";

export function loader({ params, request }: LoaderFunctionArgs) {
  loadEditor().catch(() => {});
  return fetchResult<EditableBlog>(editableCall(params["post"]!), request.signal);
}

/** After a save, the form already has the stored post. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined && defaultShouldRevalidate;

export const calls = { updateBlog, deleteBlog };

export const action = actionOf(calls);
