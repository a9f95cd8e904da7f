import { useLayoutEffect, useState } from "react";
import { useNavigate } from "react-router";

type Options = { to: string; afterMs: number; isPrevented: boolean };

/**
 * Returns a function that starts a redirect after `afterMs`. It does not happen while `isPrevented` is true, for
 * example because the user continues to edit.
 */
export function useDelayedRedirect({ to, afterMs, isPrevented }: Options): () => void {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  useLayoutEffect(() => {
    if (!isLeaving || isPrevented) return;
    const timer = window.setTimeout(() => void navigate(to), afterMs);
    return () => window.clearTimeout(timer);
  }, [isLeaving, isPrevented, navigate, to, afterMs]);
  return () => setLeaving(true);
}
