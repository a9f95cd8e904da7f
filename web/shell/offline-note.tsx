import { useOffline } from "../browser/offline.ts";

/** Always rendered, because screen readers announce only changes in it. */
export function OfflineNote() {
  const isOffline = useOffline();
  return <output className="offline-note">{isOffline && "You're offline. What you typed here is not lost."}</output>;
}
