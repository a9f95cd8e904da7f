import { useState } from "react";
import type { AdminRecord } from "#schema/admin.ts";

/** Tracks which records are open in a form, and whether the user has typed into one of the forms. */
export function useEditing() {
  const [editing, setEditing] = useState<AdminRecord["id"][]>([]);
  const [isTouched, setTouched] = useState(false);
  return {
    editing,
    hasChanges: isTouched && editing.length > 0,
    touch: () => setTouched(true),
    open({ id }: AdminRecord) {
      if (editing.length === 0) setTouched(false);
      setEditing((ids) => [...ids, id]);
    },
    close: ({ id }: AdminRecord) => setEditing((ids) => ids.filter((other) => other !== id)),
    closeNewest: () => setEditing((ids) => ids.slice(0, -1)),
  };
}
