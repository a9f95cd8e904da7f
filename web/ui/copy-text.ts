import { showMessage } from "./message.tsx";

const COPIED_MS = 2000;

/** `done`: what the person is told. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showMessage(done, { ms: COPIED_MS });
  } catch {
    // The browser has no clipboard or forbids it: the person copies the text by hand.
    window.prompt("Please copy this", text);
  }
}
