import { useOffline } from "../offline.ts";

/** At the foot of the window, so that nothing moves. Always rendered, because screen readers only announce what changes in it. */
export function OfflineNote() {
  const isOffline = useOffline();
  return <output className="offline-note">{isOffline && "You're offline. This page and what you typed stay."}</output>;
}
