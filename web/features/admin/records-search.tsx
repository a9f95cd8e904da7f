import type { AdminModelPage } from "#schema/admin.ts";
import { adminPath } from "#schema/pages/paths.ts";
import { SearchIcon } from "../../ui/icons.tsx";
import { countText } from "../../ui/counts.ts";
import { useLiveSearch } from "../sites/list/use-live-search.ts";
import type { RecordQuery } from "./record/record-query.ts";

type Props = {
  query: RecordQuery;
  list: Pick<AdminModelPage, "fields" | "filters" | "search_hint" | "order_label" | "count">;
};

export function RecordsSearch({ query, list }: Props) {
  const { fields, filters, search_hint: hint, order_label: order, count } = list;
  const { form, search, searchSoon } = useLiveSearch(adminPath, query.q);
  const sortable = fields.filter((field) => field.is_sortable);
  return (
    <search>
      <form
        ref={form}
        className="records-search"
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <input type="hidden" name="model" value={query.model} />
        {hint && (
          <div className="search-field">
            <SearchIcon />
            <label className="visually-hidden" htmlFor="records-search">
              {`Search: ${hint}`}
            </label>
            <input
              id="records-search"
              name="q"
              type="search"
              enterKeyHint="search"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={hint}
              defaultValue={query.q}
              maxLength={200}
              onChange={searchSoon}
            />
          </div>
        )}
        <div className="search-filters">
          {filters.length > 0 && (
            <label>
              <span>Show</span>
              <select name="filter" value={query.filter} onChange={search}>
                <option value="">All</option>
                {filters.map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          )}
          {sortable.length > 0 && (
            <label className="records-sort">
              <span>Sort by</span>
              <select name="sort" value={query.sort} onChange={search}>
                <option value="">{order}</option>
                {sortable.flatMap(({ name, label }) => [
                  <option key={name} value={name}>{`${label}, ascending`}</option>,
                  <option key={`-${name}`} value={`-${name}`}>{`${label}, descending`}</option>,
                ])}
              </select>
            </label>
          )}
        </div>
        <output className="records-count">{countText(count, ["record", "records"])}</output>
      </form>
    </search>
  );
}
