import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { ADMIN_MESSAGES, type AdminValue } from "#schema/admin.ts";
import { ApiError } from "../../../data/api.ts";
import { useAction } from "../../../data/use-action.ts";
import { showMessage } from "../../../ui/message.tsx";
import { saveDecision } from "../record/calls.ts";
import type { calls } from "../record/records-data.ts";
import { recordName } from "../record/fields.ts";
import { PendingEntry } from "./pending-entry.tsx";
import { type Decision, type PendingItem, isListing, keyOf, versionOf } from "./pending-data.ts";
import { RefuseListing } from "./refuse-listing.tsx";
import { useHeldDecision } from "./use-held-decision.ts";

/** The detail has its own column (pending.css), so one record is open from the start. */
const isWide = () => matchMedia("(width >= 60rem)").matches;

/**
 * Keys work only while the focus is here, and not in a field or a dialog. So that they work at once, the focus begins
 * here. A decision takes its listing from the list at once, and is sent ten seconds later.
 */
export function PendingItems({ items: waiting }: { items: PendingItem[] }) {
  /** The versions of listings that are decided. */
  const [decided, setDecided] = useState<string[]>([]);
  const items = waiting.filter((item) => !decided.includes(versionOf(item)));
  const [open, setOpen] = useState(() => (isWide() && items[0] ? keyOf(items[0]) : ""));
  const [refused, setRefused] = useState<PendingItem>();
  const [last, setLast] = useState<{ text: string; item?: PendingItem }>({ text: "" });
  const { hold, takeBack } = useHeldDecision();
  const { revalidate } = useRevalidator();
  const saveRecord = useAction<typeof calls, "saveRecord">("saveRecord");
  const box = useRef<HTMLDivElement>(null);
  const index = indexOf(items, open);
  const current = items[index];

  useEffect(() => {
    if (!document.activeElement?.closest("dialog, input, textarea, select"))
      box.current?.focus({ preventScroll: true });
  }, []);

  // The focused row or button was removed with its record.
  useEffect(() => {
    if (last.text === "" || refused || document.activeElement !== document.body) return;
    focusRow(box.current, Math.max(0, indexOf(items, open)));
  }, [last, refused, items, open]);

  function moveTo(next: number) {
    const item = items[next];
    if (!item) return;
    setOpen(keyOf(item));
    focusRow(box.current, next);
  }

  function decide(item: PendingItem, values: Decision) {
    const at = indexOf(items, keyOf(item));
    const after = items[at + 1] ?? items[at - 1];
    const verb = "refusal" in values ? "refused" : "approved";
    const name = recordName(item.fields, item.record);
    setRefused(undefined);
    setDecided((versions) => [...versions, versionOf(item)]);
    setOpen((shown) => (shown === keyOf(item) && after ? keyOf(after) : shown));
    setLast({ text: `“${name}” was ${verb}.`, item });
    hold(() => void send(item, values, `“${name}” was ${verb}.`));
  }

  async function send(item: PendingItem, values: Decision, done: string) {
    setLast((shown) => (shown.item === item ? { text: done } : shown));
    try {
      const saved = await saveDecision({ ...item, values });
      if (saved["mail_waits"]) showMessage(`${done} ${ADMIN_MESSAGES.mailPending}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showMessage(`${done.replace("was ", "was not ")} ${error.message}`, { ms: 15_000, isAlert: true });
      forget(item);
    }
    await revalidate();
  }

  async function answer({ model, record }: PendingItem, values: Record<string, AdminValue>) {
    const saved = await saveRecord({ model, id: record.id, values, seen: null });
    setLast({ text: `“${String(saved["email"])}” was answered.` });
  }

  function undo() {
    const { item } = last;
    if (!item) return;
    takeBack();
    forget(item);
    setOpen(keyOf(item));
    setLast({ text: `“${recordName(item.fields, item.record)}” waits again.` });
    box.current?.focus();
  }
  const forget = (item: PendingItem) => setDecided((versions) => versions.filter((one) => one !== versionOf(item)));

  const approve = (item: PendingItem) => decide(item, { review: "active" });

  function press(event: KeyboardEvent<HTMLElement>) {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (ctrlKey || metaKey || altKey || (target as Element).closest("dialog, input, textarea, select")) return;
    // Nobody decides on a record while the focus is on another one.
    const isClosedRow = (target as Element).closest(".pending-row")?.ariaExpanded === "false";
    const canDecide = current && isListing(current) && !isClosedRow;
    const run: Record<string, (() => void) | false | undefined> = {
      j: () => moveTo(index + 1),
      k: () => moveTo(index - 1),
      a: canDecide && (() => approve(current)),
      r: canDecide && (() => setRefused(current)),
      u: undo,
    };
    const act = run[key.toLowerCase()];
    if (!act || event.repeat) return;
    event.preventDefault();
    act();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It handles key events of the rows in it.
    <div className="pending-items" ref={box} tabIndex={-1} onKeyDown={press}>
      <div className="pending-done">
        <output>{last.text}</output>
        {last.item && (
          <button type="button" className="button" aria-keyshortcuts="u" onClick={undo}>
            Undo <kbd aria-hidden="true">U</kbd>
          </button>
        )}
      </div>
      {items.length > 0 && (
        <>
          <p className="pending-keys">
            <kbd>J</kbd> next <kbd>K</kbd> previous
          </p>
          <ul className="pending-list">
            {items.map((item) => {
              const key = keyOf(item);
              return (
                <PendingEntry
                  key={versionOf(item)}
                  item={item}
                  isOpen={key === open}
                  onToggle={() => setOpen(key === open ? "" : key)}
                  onApprove={() => approve(item)}
                  onRefuse={() => setRefused(item)}
                  onAnswer={(values) => answer(item, values)}
                />
              );
            })}
          </ul>
        </>
      )}
      {refused && (
        <RefuseListing
          item={refused}
          onRefuse={(refusal) => decide(refused, { refusal })}
          onClose={() => setRefused(undefined)}
        />
      )}
    </div>
  );
}

const indexOf = (items: PendingItem[], open: string) => items.findIndex((item) => keyOf(item) === open);

const focusRow = (box: HTMLElement | null, index: number) =>
  box?.querySelectorAll<HTMLElement>(".pending-row")[index]?.focus();
