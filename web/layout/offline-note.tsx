import { useOffline } from "../offline.ts";

/**
 * Lies at the bottom of the window, so nothing moves. Always rendered, because screen readers announce only changes in
 * it.
 */
export function OfflineNote() {
  const isOffline = useOffline();
  return (
    <output className="offline-note">{isOffline && "You're offline. This page and what you typed stay here."}</output>
  );
}
