import { actionOf } from "../../../data/screen-data.ts";
import { loadEditor } from "../../documents/field/load-editor.ts";
import { createBlog } from "../calls.ts";

/** The form opens the editor at once, so its scripts load together with the form. */
export function loader() {
  loadEditor().catch(() => {});
  return null;
}

export const calls = { createBlog };

export const action = actionOf(calls);
