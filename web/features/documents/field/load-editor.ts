import { isOffline } from "../../../browser/offline.ts";
import { retryImport } from "../../../browser/retry-import.ts";
import { savesData } from "../../../browser/saves-data.ts";

let failures = 0;

/** Loads the scripts of the editor, also if that has failed before. */
export async function loadEditor() {
  try {
    return await retryImport(() => import("../editor/open-editor.ts"), failures + 1);
  } catch (error) {
    failures += 1;
    throw error;
  }
}

/** Loads them while the author is still at another part of the form. The document's policy must admit their styles. */
export function loadEditorAhead(): void {
  if (!savesData() && !isOffline()) loadEditor().catch(() => {});
}
