import { actionOf } from "../../../screen-action.ts";
import { deleteBlog } from "../../blogs/calls.ts";

export const calls = { deleteBlog };

export const action = actionOf(calls);
