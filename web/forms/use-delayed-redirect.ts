import { useEffect, useState } from "react";
import { useNavigate } from "react-router";

type Options = { to: string; afterMs: number; isPrevented: boolean };

/** Leads to another screen after a while, unless somebody goes on with their work here. */
export function useDelayedRedirect({ to, afterMs, isPrevented }: Options): () => void {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving || isPrevented) return;
    const timer = window.setTimeout(() => void navigate(to), afterMs);
    return () => window.clearTimeout(timer);
  }, [isLeaving, isPrevented, navigate, to, afterMs]);
  return () => setLeaving(true);
}
