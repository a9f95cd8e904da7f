import { type ReactNode, useCallback, useRef } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import { loginPath } from "#schema/pages/paths.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type Props = { isActive: boolean; title?: string; children?: ReactNode };

export function LeaveGuard({
  isActive,
  title = "Leave without saving?",
  children = "Visitors do not see your changes until you save them.",
}: Props) {
  // The sign-in page needs no confirmation: the draft is there afterwards.
  const isToSignIn = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    isToSignIn.current = nextLocation.pathname === loginPath;
    // A step of a form has only another fragment.
    const leaves = (["pathname", "search"] as const).some((part) => currentLocation[part] !== nextLocation[part]);
    return isActive && leaves && !isToSignIn.current;
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
      title={title}
      action="Leave"
      busyText="Leaving…"
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      {children}
    </ConfirmDialog>
  );
}
