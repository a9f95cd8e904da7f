import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { ADMIN_MESSAGES, type AdminValue } from "#schema/admin.ts";
import { ApiError } from "../../../data/api.ts";
import { useAction } from "../../../data/use-action.ts";
import { showMessage } from "../../../ui/message.tsx";
import { saveDecision } from "../record/calls.ts";
import type { calls } from "../record/records-data.ts";
import { recordName } from "../record/fields.ts";
import { seenOf } from "../record/use-record-changes.ts";
import { PendingEntry } from "./pending-entry.tsx";
import {
  approvalOf,
  type Decision,
  isListing,
  isRefusable,
  keyOf,
  type PendingItem,
  versionOf,
} from "./pending-data.ts";
import { type FailedRefusal, RefuseListing } from "./refuse-listing.tsx";
import { useHeldDecisions } from "./use-held-decisions.ts";

/** The detail has its own column (pending.css), so one record is always open. */
const isWide = () => matchMedia("(width >= 60rem)").matches;

/**
 * Keys work only while the focus is here, and not in a field or a dialog. So that they work at once, the focus begins
 * here. A decision takes its listing from the list at once, and is sent ten seconds later.
 */
export function PendingItems({ items: waiting }: { items: PendingItem[] }) {
  /** The versions of listings that are decided. */
  const [decided, setDecided] = useState<string[]>([]);
  const items = waiting.filter((item) => !decided.includes(versionOf(item)));
  const [chosen, setOpen] = useState("");
  const open = indexOf(items, chosen) < 0 && isWide() && items[0] ? keyOf(items[0]) : chosen;
  /** The key of the listing that the dialog asks about. */
  const [asked, setAsked] = useState("");
  const refused = items.find((item) => keyOf(item) === asked);
  /** What can be undone, the newest last. */
  const [held, setHeld] = useState<{ item: PendingItem; verb: string }[]>([]);
  const newest = held.at(-1);
  /** By the key of the listing. */
  const [failures, setFailures] = useState<Record<string, FailedRefusal>>({});
  const [drafts] = useState(() => new Map<string, string>());
  const { hold, takeBackNewest } = useHeldDecisions();
  const { revalidate } = useRevalidator();
  const saveRecord = useAction<typeof calls, "saveRecord">("saveRecord");
  const box = useRef<HTMLElement>(null);
  const index = indexOf(items, open);
  const current = items[index];

  useEffect(() => {
    if (!document.activeElement?.closest("dialog, input, textarea, select"))
      box.current?.focus({ preventScroll: true });
  }, []);

  // The focused row or button was removed with its record.
  useEffect(() => {
    if (refused || document.activeElement !== document.body) return;
    focusRow(box.current, Math.max(0, indexOf(items, open)));
  }, [refused, items, open]);

  function moveTo(next: number) {
    const item = items[next];
    if (!item) return;
    setOpen(keyOf(item));
    focusRow(box.current, next);
  }

  function decide(item: PendingItem, values: Decision) {
    const at = indexOf(items, keyOf(item));
    const after = items[at + 1] ?? items[at - 1];
    const decision = { item, verb: "refusal" in values ? "refused" : "approved" };
    setAsked("");
    setDecided((versions) => [...versions, versionOf(item)]);
    if (after && open === keyOf(item)) setOpen(keyOf(after));
    setHeld((others) => [...others, decision]);
    hold(() => {
      setHeld((others) => others.filter((one) => one !== decision));
      void send(decision, values);
    });
  }

  async function send({ item, verb }: (typeof held)[number], values: Decision) {
    const key = keyOf(item);
    let failed: ApiError | undefined;
    try {
      const saved = await saveDecision({ ...item, values });
      if (saved["mail_waits"]) showMessage(`${quote(item)} was ${verb}. ${ADMIN_MESSAGES.mailPending}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failed = error;
      showProblem(`${quote(item)} was not ${verb}. ${error.message}`);
      forget(item);
    }
    await revalidate();
    if (!failed || !("refusal" in values)) return;
    const failure = { refusal: values.refusal, message: failed.message };
    setFailures((others) => ({ ...others, [key]: failure }));
    setAsked((shown) => shown || key);
  }

  async function answer({ model, record }: PendingItem, values: Record<string, AdminValue>) {
    const email = `“${String(record["email"])}”`;
    try {
      await saveRecord({ model, id: record.id, values, seen: seenOf(record) });
      showMessage(`${email} was answered.`);
    } catch (error) {
      // The form goes with a message that another person has answered.
      if (error instanceof ApiError && error.status === 409) showProblem(`${email} was not answered. ${error.message}`);
      throw error;
    }
  }

  function undo() {
    if (!newest) return;
    const { item } = newest;
    takeBackNewest();
    setHeld(held.slice(0, -1));
    forget(item);
    setOpen(keyOf(item));
    showMessage(`${quote(item)} waits again.`);
    box.current?.focus();
  }
  const forget = (item: PendingItem) => setDecided((versions) => versions.filter((one) => one !== versionOf(item)));

  const approve = (item: PendingItem) => decide(item, approvalOf(item)!);
  const refuse = (item: PendingItem) => setAsked(keyOf(item));

  function press(event: KeyboardEvent<HTMLElement>) {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (ctrlKey || metaKey || altKey || (target as Element).closest("dialog, input, textarea, select")) return;
    // Nobody decides on a record while the focus is on another one, or before it is shown.
    const isClosedRow = (target as Element).closest(".pending-row")?.ariaExpanded === "false";
    const isShown = !current || !isListing(current) || Boolean(box.current?.querySelector(".pending-compare"));
    const canDecide = current && approvalOf(current) && isShown && !isClosedRow;
    const run: Record<string, (() => void) | false | undefined> = {
      j: () => moveTo(index + 1),
      k: () => moveTo(index - 1),
      a: canDecide && (() => approve(current)),
      r: canDecide && isRefusable(current) && (() => refuse(current)),
      u: undo,
    };
    const act = run[key.toLowerCase()];
    if (!act || event.repeat) return;
    event.preventDefault();
    act();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- It handles key events of the rows in it.
    <section aria-label="Inbox" className="pending-items" ref={box} tabIndex={-1} onKeyDown={press}>
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
                  onToggle={() => setOpen(key === open && !isWide() ? "" : key)}
                  onApprove={() => approve(item)}
                  onRefuse={() => refuse(item)}
                  drafts={drafts}
                  onAnswer={(values) => answer(item, values)}
                />
              );
            })}
          </ul>
        </>
      )}
      <div className="pending-held">
        <output>{newest && `${quote(newest.item)} will be ${newest.verb}.`}</output>
        {newest && (
          <button type="button" className="button" aria-keyshortcuts="u" onClick={undo}>
            Undo <kbd aria-hidden="true">U</kbd>
          </button>
        )}
      </div>
      {refused && (
        <RefuseListing
          item={refused}
          failed={failures[keyOf(refused)]}
          onRefuse={(refusal) => decide(refused, { refusal })}
          onClose={() => setAsked("")}
        />
      )}
    </section>
  );
}

const quote = ({ fields, record }: PendingItem) => `“${recordName(fields, record)}”`;

const showProblem = (text: string) => showMessage(text, { ms: 15_000, isAlert: true });

const indexOf = (items: PendingItem[], open: string) => items.findIndex((item) => keyOf(item) === open);

const focusRow = (box: HTMLElement | null, index: number) =>
  box?.querySelectorAll<HTMLElement>(".pending-row")[index]?.focus();
