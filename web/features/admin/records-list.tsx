import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Navigate, useLocation, useNavigation } from "react-router";
import type { AdminModelPage } from "#schema/admin.ts";
import { LeaveGuard } from "../../forms/leave-guard.tsx";
import { Pager } from "../../ui/pager.tsx";
import { parseRecordQuery, recordsPath } from "./record/record-query.ts";
import { Drawing } from "../../ui/drawing.tsx";
import { RecordsSearch } from "./records-search.tsx";
import { RecordsTable } from "./records-table.tsx";
import { AddRecord } from "./record/add-record.tsx";
import { useEditing } from "./record/use-editing.ts";
import { useRecordChanges } from "./record/use-record-changes.ts";

/** Escape first closes the newest open form, then the dialog. */
export function RecordsList({ list }: { list: AdminModelPage }) {
  const { query, isWhole, isLoading } = useRequestedQuery();
  const { editing, hasChanges, touch, open, close, closeNewest } = useEditing();
  const [isTyped, setTyped] = useState(false);
  const [done, setDone] = useState({ text: "" });
  const changes = useRecordChanges(query.model, list, { onSaved: close, onDone: (text) => setDone({ text }) });
  const box = useRef<HTMLDivElement>(null);
  const title = list.verbose_name_plural;

  // The focused element may have been removed with its record or page.
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
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It handles key events of the forms in it.
    <div className="records-content" onKeyDown={closeForm}>
      {(list.note || list.can_create) && (
        <div className="records-intro">
          {list.note && <p>{list.note}</p>}
          {list.can_create && (
            <AddRecord list={list} onTyped={setTyped} onAdd={(values) => changes.onAdd(query.model, list, values)} />
          )}
        </div>
      )}
      <RecordsSearch query={query} list={list} />
      <output className="records-done">{done.text}</output>
      {/* The key resets the scroll position for a new page. */}
      <div key={list.page} ref={box} className="records-box" tabIndex={-1} aria-busy={isLoading}>
        {list.results.length === 0 ? (
          <p className="empty">
            <Drawing name="nothing-found" />
            <span>{isWhole ? `No ${title.toLowerCase()} yet.` : "No results found."}</span>
          </p>
        ) : (
          <RecordsTable
            title={title}
            query={query}
            list={list}
            editing={editing}
            onEdit={open}
            onTouched={touch}
            onClose={close}
            onTyped={setTyped}
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
      {/* If the last record of the last page was deleted, the new last page is shown. */}
      {!isLoading && list.pages > 0 && list.page > list.pages && (
        <Navigate to={recordsPath({ ...query, page: list.pages })} replace />
      )}
      <LeaveGuard isActive={hasChanges || isTyped} />
    </div>
  );
}

/**
 * Returns the list that was requested last. It may still be loading while the previous list is shown. `isWhole` if the
 * shown list has all records.
 */
function useRequestedQuery() {
  const here = useLocation();
  const { location: next, state } = useNavigation();
  const { search } = next?.pathname === here.pathname ? next : here;
  const shown = parseRecordQuery(new URLSearchParams(here.search));
  return {
    query: parseRecordQuery(new URLSearchParams(search)),
    isWhole: shown.q === "" && shown.filter === "" && shown.page === 1,
    isLoading: state !== "idle",
  };
}
