import { actionOf } from "../../../screen-data.ts";
import { createBlog } from "../calls.ts";

export const calls = { createBlog };

export const action = actionOf(calls);
