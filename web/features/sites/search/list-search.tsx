import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { parseListQuery, type CategoryCount, type ListQuery } from "#schema/pages.ts";
import { CATEGORIES, CATEGORY_LABELS, type Sort } from "#schema/sites.ts";
import { SearchIcon } from "../../../ui/icons.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { suggestPages } from "./suggestions.ts";
import { useLiveSearch } from "./use-live-search.ts";

type Props = {
  path: string;
  query: ListQuery;
  label: string;
  placeholder: string;
  /** By default, the form has no choice of categories. */
  categories?: CategoryCount[];
  children?: ReactNode;
};

/** Updates the list while the user types. Without scripts, it is a plain GET form. */
export function ListSearch({ path, query, label, placeholder, categories, children }: Props) {
  const { form, search, searchSoon, openPage } = useLiveSearch(path, query.q);
  const shown = useShownQuery(path, query);
  return (
    <search>
      <form
        ref={form}
        className="list-search"
        action={path}
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <div className="search-field">
          <SearchIcon />
          <label className="visually-hidden" htmlFor="search">
            {label}
          </label>
          <Combobox
            id="search"
            name="q"
            type="search"
            enterKeyHint="search"
            placeholder={placeholder}
            defaultValue={query.q}
            suggest={suggestPages}
            onType={searchSoon}
            onChoose={({ path: chosen }) => openPage(chosen)}
          />
          <button className="button button-primary">Search</button>
        </div>
        <div className="search-filters">
          {categories && (
            <label>
              <span>Category</span>
              <select name="category" value={shown.category ?? ""} onChange={search}>
                <option value="">All categories</option>
                {CATEGORIES.filter((category) => categories.some((counted) => counted.category === category)).map(
                  (category) => (
                    <option key={category} value={category}>
                      {CATEGORY_LABELS[category]}
                    </option>
                  ),
                )}
              </select>
            </label>
          )}
          <label>
            <span>Sort by</span>
            <select name="sort" value={sortValue(shown)} onChange={search}>
              {sortOptions(shown.q).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
          {children}
        </div>
      </form>
    </search>
  );
}

/** Returns the query that is being loaded, if any. A chosen filter then stays visible until the response arrives. */
function useShownQuery(path: string, query: ListQuery): ListQuery {
  const { location } = useNavigation();
  if (location?.pathname !== path) return query;
  return parseListQuery(new URLSearchParams(location.search)).query;
}

/** The first order is the default, without `sort` in the URL. */
function sortOptions(q: string): [value: Sort | "", text: string][] {
  const newest: [Sort | "", string][] = q
    ? [
        ["", "Best match"],
        ["newest", "Newest"],
      ]
    : [["", "Newest"]];
  return [...newest, ["oldest", "Oldest"], ["popular", "Most liked"]];
}

const sortValue = ({ q, sort }: ListQuery) => (q === "" && sort === "newest" ? "" : (sort ?? ""));
