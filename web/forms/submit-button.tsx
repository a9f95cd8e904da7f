import type { ComponentProps, ReactNode } from "react";
import { useHydrated } from "../browser/use-hydrated.ts";

type Props = Omit<ComponentProps<"button">, "type"> & { busy: boolean; busyText: string; children: ReactNode };

/**
 * Stays enabled while busy, because disabling it would move the focus to the top of the page. Before hydration it is
 * disabled, because the browser itself would submit the form.
 */
export function SubmitButton({ busy, busyText, children, className = "button button-primary", ...button }: Props) {
  return (
    <button
      {...button}
      className={className}
      disabled={!useHydrated()}
      aria-disabled={busy || button["aria-disabled"] || undefined}
    >
      {busy ? busyText : children}
    </button>
  );
}
