import { expect, onTestFinished, vi } from "vitest";
import { translate } from "../../support/translate.ts";

/** Translates the page until the test ends, which fails if React then misses a node: it logs each error. */
export function translatePage(): void {
  const log = vi.spyOn(console, "error");
  const stop = translate();
  onTestFinished(() => {
    stop();
    expect(log).not.toHaveBeenCalled();
  });
}

/** The text of an element in any translation: `«2 sites»` counts as `2 sites`. */
export const shownText = (selector: string) =>
  document.querySelector(selector)?.textContent.replaceAll(/[«»]/g, "").replaceAll(/\s+/g, " ").trim() ?? "";

export const expectText = (selector: string, text: string) => expect.poll(() => shownText(selector)).toBe(text);
