import { NeedsScript } from "../forms/needs-script.tsx";
import { ScreenHead } from "./screen-head.tsx";

/** Replaces a private screen until its scripts and data have loaded. */
export function ScreenPending({ title }: { title?: string | undefined }) {
  return (
    <div className="wrap screen-pending">
      {title && <ScreenHead title={title} />}
      <NeedsScript />
      <output>Loading…</output>
    </div>
  );
}
