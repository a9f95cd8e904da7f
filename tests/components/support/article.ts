import { expect } from "vitest";
import { userEvent } from "vitest/browser";

/** The editor cannot read its block after `breakArticle`. */
export const articleOfCode = JSON.stringify({ blocks: [{ type: "code", data: { code: "a" } }] });

export const untilEditor = () =>
  expect.poll(() => document.querySelector(".article-editor[aria-busy=false] .ce-block")).not.toBeNull();

/** Types at the end of the last paragraph. */
export async function writeArticle(text: string): Promise<void> {
  await untilEditor();
  await userEvent.click([...document.querySelectorAll(".ce-paragraph")].at(-1)!);
  await userEvent.keyboard(`{Control>}{End}{/Control}${text}`);
}

/** Waits until the editor has noticed it. */
export async function breakArticle(): Promise<void> {
  await untilEditor();
  document.querySelector(".ce-code__textarea")!.remove();
  await expect
    .poll(() => document.querySelector(".article-editor .form-message")!.textContent)
    .toBe("Failed to save editor content.");
}

/** Pastes at the caret. `plain` is what a browser adds to the HTML. */
export function paste(html: string, plain = textOf(html), file?: File): void {
  const clipboardData = new DataTransfer();
  if (file) clipboardData.items.add(file);
  if (html) clipboardData.setData("text/html", html);
  clipboardData.setData("text/plain", plain);
  document.activeElement!.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
  );
}

const textOf = (html: string) => new DOMParser().parseFromString(html, "text/html").body.textContent;
