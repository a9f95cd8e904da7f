import { NeedsScript } from "../forms/needs-script.tsx";
import { ScreenHead } from "./screen-head.tsx";

/** In place of a private screen until its scripts and its answers are here. */
export function ScreenPending({ title }: { title?: string | undefined }) {
  return (
    <div className="wrap screen-pending">
      {title && <ScreenHead title={title} />}
      <NeedsScript />
      <output>Loading…</output>
    </div>
  );
}
