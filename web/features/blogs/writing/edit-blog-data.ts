import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import type { EditableBlog } from "#schema/blogs.ts";
import { actionOf } from "../../../screen-data.ts";
import { fetchResult } from "../../../screen-data.ts";
import { deleteBlog, editableCall, updateBlog } from "../calls.ts";

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  fetchResult<EditableBlog>(editableCall(params["post"]!), request.signal);

/** After a save, the form already has the stored post. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined && defaultShouldRevalidate;

export const calls = { updateBlog, deleteBlog };

export const action = actionOf(calls);
