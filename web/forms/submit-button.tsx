import type { ComponentProps, ReactNode } from "react";
import { useHydrated } from "../use-hydrated.ts";

type Props = Omit<ComponentProps<"button">, "type"> & { busy: boolean; busyText: string; children: ReactNode };

/**
 * Stays focusable while busy: a disabled button would throw the focus back to the top of the page. Only before scripts
 * have taken over it is disabled, because the browser would send the form by itself.
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
