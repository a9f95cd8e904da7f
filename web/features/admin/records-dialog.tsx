import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Navigate } from "react-router";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import type { ApiError } from "../../api.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Pager } from "../../ui/pager.tsx";
import { LeaveGuard } from "../../forms/leave-guard.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { recordName } from "./field-text.ts";
import { type RecordQuery, recordsPath } from "./record-query.ts";
import { RecordsSearch } from "./records-search.tsx";
import { RecordsTable } from "./records-table.tsx";
import { useEditing } from "./use-editing.ts";
import { useRecords } from "./use-records.ts";

type Props = {
  query: RecordQuery;
  title: string;
  onClose: () => void;
  /** What there is, or what of it waits, has changed. */
  onChanged: () => void;
};

/** The records of a model. Escape closes the form in a row first, then the dialog. */
export function RecordsDialog({ query, title, onClose, onChanged }: Props) {
  const { list, error, isLoading, reload, put, remove } = useRecords(query);
  const { editing, hasChanges, touch, open, close, closeNewest } = useEditing();
  const [done, setDone] = useState({ text: "" });
  const box = useRef<HTMLDivElement>(null);

  // What had the focus may be gone with its record, or with the last page.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus();
  });

  function closeForm(event: KeyboardEvent<HTMLElement>) {
    const isHere = (event.target as Element).closest("dialog") === event.currentTarget.closest("dialog");
    if (event.key !== "Escape" || !isHere || event.isDefaultPrevented() || editing.length === 0) return;
    event.preventDefault();
    closeNewest();
  }

  return (
    <Dialog title={title} isWide onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It listens for the keys of what is in it. */}
      <div className="records-content" onKeyDown={closeForm}>
        {list && <RecordsSearch query={query} list={list} />}
        <output className="records-done">{done.text}</output>
        {error && <LoadFailure text={failureText(error)} onRetry={reload} />}
        {/* A new page is read from its beginning. */}
        <div key={list?.page ?? 0} ref={box} className="records-box" tabIndex={-1} aria-busy={isLoading}>
          {!list && !error && <output>Loading…</output>}
          {list?.results.length === 0 && <p className="empty">No results found.</p>}
          {list && list.results.length > 0 && (
            <RecordsTable
              title={title}
              query={query}
              list={list}
              editing={editing}
              onEdit={open}
              onTouched={touch}
              onClose={close}
              onSaved={(record) => {
                close(record);
                put(record);
                const waits = record["mail_waits"] ? ` ${ADMIN_MESSAGES.mailWaits}` : "";
                setDone({ text: `“${recordName(list.fields, record)}” was saved.${waits}` });
                onChanged();
              }}
              onGone={(record, text) => {
                remove(record);
                onChanged();
                setDone({ text });
              }}
            />
          )}
        </div>
        {list && (
          <Pager
            label={`Pages of ${title}`}
            page={list.page}
            pages={list.pages}
            hrefOf={(page) => recordsPath({ ...query, page })}
          />
        )}
        {/* The last record of the last page has been deleted. */}
        {list && !isLoading && list.pages > 0 && list.page > list.pages && (
          <Navigate to={recordsPath({ ...query, page: list.pages })} replace />
        )}
      </div>
      <LeaveGuard isActive={hasChanges} />
    </Dialog>
  );
}

/** What the server says of the question, or that it gave no answer. */
const failureText = ({ status, message }: ApiError) =>
  status >= 400 && status < 500 ? message : "Error fetching instances.";
