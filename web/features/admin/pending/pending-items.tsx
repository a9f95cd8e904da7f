import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { useAction } from "../../../data/use-action.ts";
import type { calls } from "../record/records-data.ts";
import { recordName } from "../record/fields.ts";
import { ApproveListing } from "./approve-listing.tsx";
import { PendingEntry } from "./pending-entry.tsx";
import { type Decision, type PendingItem, isListing, keyOf } from "./pending-data.ts";
import { RefuseListing } from "./refuse-listing.tsx";

/** The detail has its own column (pending.css), so one record is open from the start. */
const isWide = () => matchMedia("(width >= 60rem)").matches;

/** Keys work only while the focus is in the list and not in a field or a dialog. A decision asks before it is sent. */
export function PendingItems({ items }: { items: PendingItem[] }) {
  const [open, setOpen] = useState(() => (isWide() && items[0] ? keyOf(items[0]) : ""));
  const [decision, setDecision] = useState<{ kind: Decision; item: PendingItem }>();
  const [done, setDone] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const saveRecord = useAction<typeof calls, "saveRecord">("saveRecord");
  const index = indexOf(items, open);
  const current = items[index];

  // The focused row was removed with its decided record.
  useEffect(() => {
    if (!done || decision || document.activeElement !== document.body) return;
    focusRow(list.current, Math.max(0, indexOf(items, open)));
  }, [done, decision, items, open]);

  function moveTo(next: number) {
    const item = items[next];
    if (!item) return;
    setOpen(keyOf(item));
    focusRow(list.current, next);
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (ctrlKey || metaKey || altKey || (target as Element).closest("dialog, input, textarea, select")) return;
    // Nobody decides on a record while the focus is on another one.
    const isClosedRow = (target as Element).closest(".pending-row")?.ariaExpanded === "false";
    const canDecide = current && isListing(current) && !isClosedRow;
    const run: Record<string, (() => void) | false | undefined> = {
      j: () => moveTo(index + 1),
      k: () => moveTo(index - 1),
      a: canDecide && (() => setDecision({ kind: "approve", item: current })),
      r: canDecide && (() => setDecision({ kind: "refuse", item: current })),
    };
    const act = run[key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  async function decide(values: { review: "active" } | { refusal: string }, verb: string) {
    const { item } = decision!;
    const { model, record, fields } = item;
    const seen = record["updated_at"];
    const saved = await saveRecord({ model, id: record.id, values, seen: typeof seen === "string" ? seen : null });
    const after = items[index + 1] ?? items[index - 1];
    const next = after ? keyOf(after) : "";
    // Closed questions are saved, too. Staff may have opened another record and its question since.
    if ("review" in values) setOpen((shown) => (shown === keyOf(item) ? next : shown));
    setDone(
      `“${recordName(fields, saved)}” was ${verb}.${saved["mail_waits"] ? ` ${ADMIN_MESSAGES.mailPending}` : ""}`,
    );
    setDecision((asked) => (asked?.item === item ? undefined : asked));
  }
  const close = () => setDecision(undefined);

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It handles key events of the rows in it.
    <div className="pending-items" onKeyDown={press}>
      <output className="records-done">{done}</output>
      {items.length > 0 && (
        <>
          <ul ref={list} className="pending-list">
            {items.map((item) => {
              const key = keyOf(item);
              return (
                <PendingEntry
                  key={key}
                  item={item}
                  isOpen={key === open}
                  onToggle={() => setOpen(key === open ? "" : key)}
                  onDecide={(kind) => setDecision({ kind, item })}
                />
              );
            })}
          </ul>
          <p className="pending-keys" aria-hidden="true">
            <kbd>J</kbd> next <kbd>K</kbd> previous
            {items.some(isListing) && (
              <span>
                {" "}
                <kbd>A</kbd> approve <kbd>R</kbd> refuse
              </span>
            )}
          </p>
        </>
      )}
      {decision?.kind === "approve" && (
        <ApproveListing
          item={decision.item}
          onConfirm={() => decide({ review: "active" }, "approved")}
          onClose={close}
        />
      )}
      {decision?.kind === "refuse" && (
        <RefuseListing
          item={decision.item}
          onSubmit={({ refusal }) => decide({ refusal }, "refused")}
          onClose={close}
        />
      )}
    </div>
  );
}

const indexOf = (items: PendingItem[], open: string) => items.findIndex((item) => keyOf(item) === open);

const focusRow = (list: HTMLElement | null, index: number) =>
  list?.querySelectorAll<HTMLElement>(".pending-row")[index]?.focus();
