import { actionOf } from "../../screen-action.ts";
import { createBlog } from "./calls.ts";

export const calls = { createBlog };

export const action = actionOf(calls);
