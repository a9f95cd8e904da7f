import { type ReactNode, useCallback } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type Props = { isActive: boolean; title?: string; children?: ReactNode };

export function LeaveGuard({
  isActive,
  title = "Leave without saving?",
  children = "Visitors do not see your changes until you save them.",
}: Props) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // A step of a form has only another fragment.
    const leaves = (["pathname", "search"] as const).some((part) => currentLocation[part] !== nextLocation[part]);
    return isActive && leaves;
  });
  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (isActive) event.preventDefault();
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
