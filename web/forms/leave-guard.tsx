import { useCallback, useRef } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import { loginPath } from "#schema/paths.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

export function LeaveGuard({ isActive }: { isActive: boolean }) {
  // The sign-in page needs no confirmation: the draft is there afterwards.
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
