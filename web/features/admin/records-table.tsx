import { Link } from "react-router";
import type { AdminField, AdminModelPage, AdminRecord } from "#schema/admin.ts";
import { MOST_COLUMNS } from "./record/fields.ts";
import { nextSort, type RecordQuery, recordsPath, sortDirection } from "./record/record-query.ts";
import { RecordRow, type RowEvents } from "./record-row.tsx";
import { hasActions } from "./row-actions.tsx";

type Props = RowEvents & {
  title: string;
  query: RecordQuery;
  list: AdminModelPage;
  editing: readonly AdminRecord["id"][];
};

export function RecordsTable({ title, query, list, editing, ...events }: Props) {
  return (
    <table className="table records" aria-label={title}>
      <thead>
        <tr>
          {list.fields.slice(0, MOST_COLUMNS).map((field) => (
            <ColumnHead key={field.name} field={field} query={query} />
          ))}
          {hasActions(query.model, list) && (
            <th scope="col" className="actions-head">
              <span className="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {list.results.map((record) => (
          <RecordRow
            key={record.id}
            model={query.model}
            list={list}
            record={record}
            isEditing={editing.includes(record.id)}
            {...events}
          />
        ))}
      </tbody>
    </table>
  );
}

function ColumnHead({ field: { name, label, kind, is_sortable }, query }: { field: AdminField; query: RecordQuery }) {
  if (!is_sortable)
    return (
      <th scope="col" data-kind={kind}>
        {label}
      </th>
    );
  const direction = sortDirection(query.sort, name);
  return (
    <th scope="col" data-kind={kind} aria-sort={direction ?? "none"}>
      <Link to={recordsPath({ ...query, sort: nextSort(query.sort, name), page: 1 })} preventScrollReset>
        {label}
        <span className="sort-sign" aria-hidden="true">
          {direction === "descending" ? "↓" : direction ? "↑" : "↕"}
        </span>
      </Link>
    </th>
  );
}
