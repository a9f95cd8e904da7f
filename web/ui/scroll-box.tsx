import type { ReactNode } from "react";

/**
 * A wide table scrolls in it, also by keyboard. It is a group and not a region, because many tables would fill a screen
 * reader's list of landmarks.
 */
export function ScrollBox({ isStretched = false, children }: { isStretched?: boolean; children: ReactNode }) {
  return (
    <div
      className={isStretched ? "scroll-box scroll-box-stretched" : "scroll-box"}
      role="group"
      aria-label="Table"
      tabIndex={0}
    >
      {children}
    </div>
  );
}
