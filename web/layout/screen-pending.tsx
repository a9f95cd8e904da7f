import { ScreenHead } from "./screen-head.tsx";

/** In place of a private screen until its scripts and its answers are here. */
export function ScreenPending({ title }: { title?: string }) {
  return (
    <div className="wrap screen-pending">
      {title && <ScreenHead title={title} />}
      <output>Loading…</output>
    </div>
  );
}
