import { useSyncExternalStore } from "react";

export const OFFLINE_MESSAGE = "You're offline. Please try again when you are back online.";

/** Returns true if the browser knows that it has no network. False does not mean that the server can be reached. */
export const isOffline = () => typeof navigator === "object" && navigator.onLine === false;

export const useOffline = () => useSyncExternalStore(listen, isOffline, () => false);

function listen(onChange: () => void) {
  for (const type of ["online", "offline"]) addEventListener(type, onChange);
  return () => {
    for (const type of ["online", "offline"]) removeEventListener(type, onChange);
  };
}

/** Resolves as soon as the browser is online. Rejects if `signal` aborts. */
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
 * Runs `load`. If it fails while the browser is offline, runs it again as soon as the browser is online. So the current
 * page stays open and then continues.
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
