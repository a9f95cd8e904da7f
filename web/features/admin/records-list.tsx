import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Navigate, useLocation, useNavigation } from "react-router";
import type { AdminModelPage } from "#schema/admin.ts";
import { LeaveGuard } from "../../forms/leave-guard.tsx";
import { Pager } from "../../ui/pager.tsx";
import { parseRecordQuery, recordsPath } from "./record-query.ts";
import { RecordsSearch } from "./records-search.tsx";
import { RecordsTable } from "./records-table.tsx";
import { useEditing } from "./record/use-editing.ts";
import { useRecordChanges } from "./record/use-record-changes.ts";

/** A page of a model's records, with the search above it. Escape closes the form in a row first, then the dialog. */
export function RecordsList({ list }: { list: AdminModelPage }) {
  const { query, isLoading } = useRequestedQuery();
  const { editing, hasChanges, touch, open, close, closeNewest } = useEditing();
  const [done, setDone] = useState({ text: "" });
  const changes = useRecordChanges(query.model, list, { onSaved: close, onDone: (text) => setDone({ text }) });
  const box = useRef<HTMLDivElement>(null);
  const title = list.verbose_name_plural;

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
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It listens for the keys of what is in it.
    <div className="records-content" onKeyDown={closeForm}>
      <RecordsSearch query={query} list={list} />
      <output className="records-done">{done.text}</output>
      {/* A new page is read from its beginning. */}
      <div key={list.page} ref={box} className="records-box" tabIndex={-1} aria-busy={isLoading}>
        {list.results.length === 0 ? (
          <p className="empty">No results found.</p>
        ) : (
          <RecordsTable
            title={title}
            query={query}
            list={list}
            editing={editing}
            onEdit={open}
            onTouched={touch}
            onClose={close}
            {...changes}
          />
        )}
      </div>
      <Pager
        label={`Pages of ${title}`}
        page={list.page}
        pages={list.pages}
        hrefOf={(page) => recordsPath({ ...query, page })}
      />
      {/* The last record of the last page has been deleted. */}
      {!isLoading && list.pages > 0 && list.page > list.pages && (
        <Navigate to={recordsPath({ ...query, page: list.pages })} replace />
      )}
      <LeaveGuard isActive={hasChanges} />
    </div>
  );
}

/** Which records were asked for last, though their list may still be on its way. */
function useRequestedQuery() {
  const here = useLocation();
  const { location: next, state } = useNavigation();
  const { search } = next?.pathname === here.pathname ? next : here;
  return { query: parseRecordQuery(new URLSearchParams(search)), isLoading: state !== "idle" };
}
