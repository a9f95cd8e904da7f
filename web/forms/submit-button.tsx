import type { ComponentProps, ReactNode } from "react";

type Props = Omit<ComponentProps<"button">, "type"> & { busy: boolean; busyText: string; children: ReactNode };

/** Stays focusable while busy: a disabled button would throw the focus back to the top of the page. */
export function SubmitButton({ busy, busyText, children, className = "button button-primary", ...button }: Props) {
  return (
    <button {...button} className={className} aria-disabled={busy || button["aria-disabled"] || undefined}>
      {busy ? busyText : children}
    </button>
  );
}
