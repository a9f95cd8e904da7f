import type { ReactNode } from "react";
import { NeedsScript } from "../forms/needs-script.tsx";
import { ScreenHead } from "./screen-head.tsx";

type Props = {
  title: string;
  /** Only the Worker has it. */
  outline: ReactNode;
};

/** Replaces a private screen until its scripts and data have loaded. */
export const ScreenPending = ({ title, outline }: Props) => (
  <div className="wrap screen screen-pending">
    <ScreenHead title={title} />
    <output className="visually-hidden">Loading…</output>
    <NeedsScript />
    {/* React compares no text here, so hydration keeps the outline that the Worker rendered. */}
    <div aria-busy="true" suppressHydrationWarning>
      {outline ?? title}
    </div>
  </div>
);
