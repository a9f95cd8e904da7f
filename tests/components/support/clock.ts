import { vi } from "vitest";
import type { Locator } from "vitest/browser";

/**
 * From now on, timers run only by `vi.advanceTimersByTimeAsync`, and while Vitest waits in `click`, `fill` or
 * `expect.element`. Where the time counts, use `until`, `untilShown` and `untilGone`.
 */
export const stopClock = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

export const untilShown = (locator: Locator) => until(() => locator.elements().length > 0);
export const untilGone = (locator: Locator) => until(() => locator.elements().length === 0);

export async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise(requestAnimationFrame);
}

/** A notice takes the focus when it starts its timer. */
export const untilNotice = (text: string) => until(() => document.activeElement?.textContent.includes(text) === true);

/** After `stopClock`: lets time pass until a notice has led to another screen. */
export async function passUntil(isReached: () => boolean): Promise<void> {
  while (!isReached()) await passTime(1000);
}

/** Lets the time pass, and React show what has changed then. */
export async function passTime(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
}
