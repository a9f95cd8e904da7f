import { useSyncExternalStore } from "react";

export const OFFLINE_MESSAGE = "You're offline. Please try again once you are connected.";

/** Whether the browser knows that it has no network. One that has may still not reach us. */
export const isOffline = () => typeof navigator === "object" && navigator.onLine === false;

export const useOffline = () => useSyncExternalStore(listen, isOffline, () => false);

function listen(onChange: () => void) {
  for (const type of ["online", "offline"]) addEventListener(type, onChange);
  return () => {
    for (const type of ["online", "offline"]) removeEventListener(type, onChange);
  };
}

/** Resolves once there is a network; rejects when `signal` ends the wait. */
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
 * What `load` brings. Where it fails offline it is tried again once there is a network, so that the page stays that is
 * shown, and goes on by itself.
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
