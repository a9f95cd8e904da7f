import { useSyncExternalStore } from "react";

/** False does not mean that the server can be reached. */
export const isOffline = () => typeof navigator === "object" && navigator.onLine === false;

export const useOffline = () => useSyncExternalStore(listen, isOffline, () => false);

function listen(onChange: () => void) {
  for (const type of ["online", "offline"]) addEventListener(type, onChange);
  return () => {
    for (const type of ["online", "offline"]) removeEventListener(type, onChange);
  };
}

/** Rejects if `signal` aborts. */
export async function waitUntilOnline(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  if (!isOffline()) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onOnline = () => resolve();
  const onAbort = () => reject(signal!.reason as Error);
  addEventListener("online", onOnline);
  signal?.addEventListener("abort", onAbort);
  try {
    await promise;
  } finally {
    removeEventListener("online", onOnline);
    signal?.removeEventListener("abort", onAbort);
  }
}

/**
 * If `load` fails while the browser is offline, runs it again as soon as the browser is online. The current page stays
 * open until then.
 */
export async function retryWhenOnline<T>(load: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isOffline()) throw error;
    await waitUntilOnline(signal);
    return retryWhenOnline(load, signal);
  }
}
