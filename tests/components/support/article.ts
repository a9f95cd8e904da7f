import { expect } from "vitest";
import { userEvent } from "vitest/browser";

/** A block that the editor cannot read after `breakArticle`. */
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
