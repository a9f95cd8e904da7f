/** In place of a private screen until its scripts and its answers are here. */
export function ScreenPending() {
  return (
    <div className="wrap screen-pending">
      <output>Loading…</output>
    </div>
  );
}
