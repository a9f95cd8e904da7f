import { NeedsScript } from "../forms/needs-script.tsx";

/** In place of a private screen until its scripts and its answers are here. */
export function ScreenPending() {
  return (
    <div className="wrap screen-pending">
      <NeedsScript />
      <output>Loading…</output>
    </div>
  );
}
