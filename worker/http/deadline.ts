/** A service such as R2 counts as down if it takes longer. */
export const SERVICE_TIMEOUT_MS = 3000;

/** Rejects with the signal's reason if the signal aborts first. `work` itself is not stopped. */
export async function withDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work, late]);
}
