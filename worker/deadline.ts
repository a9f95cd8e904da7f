/** A part that takes longer is as good as down for whoever waits for a page. */
export const SERVICE_TIMEOUT_MS = 3000;

/** What the work answers; rejects where it fails, or where the signal comes first. The work itself is not stopped. */
export async function withDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work, late]);
}
