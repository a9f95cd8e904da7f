/** What `watchInteractions` keeps in the page. */
type Watched = {
  /** From each tap or key to the next paint, by the browser's own event timing. */
  eventsMs: number[];
  /** Tasks of 50 ms and more. */
  tasksMs: number[];
  /**
   * Resolves with the milliseconds from the next tap, key or step back, or from `begin`, until an element with this text
   * is painted.
   */
  waitFor(selector: string, text: string, begin?: number): Promise<number>;
};

declare global {
  interface Window {
    watched: Watched;
  }
}

/** Runs in the page before its own scripts. */
export function watchInteractions(): void {
  const eventsMs: number[] = [];
  const tasksMs: number[] = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[])
      if (entry.interactionId) eventsMs.push(entry.duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => tasksMs.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: "longtask",
    buffered: true,
  });

  const waitFor = (selector: string, text: string, start?: number) =>
    new Promise<number>((resolve, reject) => {
      // This function runs in the page, so the number stands here.
      const end = performance.now() + 30_000;
      const starts = ["pointerdown", "keydown", "popstate"];
      const begin = ({ timeStamp }: Event) => (start ??= timeStamp);
      for (const type of starts) addEventListener(type, begin, { capture: true });
      const look = () => {
        if (performance.now() > end) return void reject(new Error(`${selector} “${text}” did not appear.`));
        if (start === undefined || !document.querySelector(selector)?.textContent.includes(text))
          return void requestAnimationFrame(look);
        for (const type of starts) removeEventListener(type, begin, { capture: true });
        // A timer that begins in a frame ends after its paint.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start!)));
      };
      requestAnimationFrame(look);
    });
  window.watched = { eventsMs, tasksMs, waitFor };
}
