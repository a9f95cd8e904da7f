import { useEffect, useState } from "react";
import { useNavigate } from "react-router";

type Options = { to: string; afterMs: number; unless: boolean };

/** Leads to another screen after a while, unless somebody goes on with their work here. */
export function useLeaveSoon({ to, afterMs, unless }: Options): () => void {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving || unless) return;
    const timer = window.setTimeout(() => void navigate(to), afterMs);
    return () => window.clearTimeout(timer);
  }, [isLeaving, unless, navigate, to, afterMs]);
  return () => setLeaving(true);
}
