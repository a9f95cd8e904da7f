import { useCallback, useRef } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import { loginPath } from "#schema/paths.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Asks before changes are left that nobody saved. */
export function LeaveGuard({ isActive }: { isActive: boolean }) {
  // Whoever has to sign in again finds the draft afterwards.
  const isToSignIn = useRef(false);
  const blocker = useBlocker(({ nextLocation }) => {
    isToSignIn.current = nextLocation.pathname === loginPath;
    return isActive && !isToSignIn.current;
  });
  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (isActive && !isToSignIn.current) event.preventDefault();
      },
      [isActive],
    ),
  );
  if (blocker.state !== "blocked") return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      action="Leave"
      busyText="Leaving…"
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      Visitors do not see your changes until you save them.
    </ConfirmDialog>
  );
}
