/** How long a request waits for a service such as R2 before it treats the service as down, in milliseconds. */
export const SERVICE_TIMEOUT_MS = 3000;

/**
 * Resolves or rejects with `work`, or rejects with the signal's reason if the signal aborts first. The work itself is
 * not stopped.
 */
export async function withDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work, late]);
}
