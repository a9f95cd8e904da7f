import { vi } from "vitest";
import type { Locator } from "vitest/browser";

const LIMIT_MS = 30_000;

/**
 * From now on, timers run only by `passTime`, and while Vitest waits in `click`, `fill` or `expect.element`. Where the time
 * counts, use `until`, `untilShown` and `untilGone`.
 */
export const stopClock = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

export const untilShown = (locator: Locator) => until(() => locator.elements().length > 0, `${locator} is shown`);
export const untilGone = (locator: Locator) => until(() => locator.elements().length === 0, `${locator} is gone`);

/** Fails after half a minute. */
export async function until(isReached: () => boolean, what = String(isReached), wait = nextFrame): Promise<void> {
  const start = performance.now();
  while (!isReached()) {
    if (performance.now() - start > LIMIT_MS) throw new Error(`Not reached: ${what}`);
    await wait();
  }
}

/** A notice takes the focus when it starts its timer. */
export const untilNotice = (text: string) =>
  until(() => document.activeElement?.textContent.includes(text) === true, `The notice “${text}”`);

/** After `stopClock`: lets time pass until a notice has led to another screen. */
export const passUntil = (isReached: () => boolean) => until(isReached, String(isReached), () => passTime(1000));

/** Lets the time pass, and React show what has changed then. */
export async function passTime(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let frame = 0; frame < 2; frame += 1) await nextFrame();
}

async function nextFrame(): Promise<void> {
  await new Promise(requestAnimationFrame);
}
