import { parseListQuery, type CategoryCount, type ListQuery } from "#schema/pages.ts";
import { useNavigation } from "react-router";
import { CATEGORIES, CATEGORY_LABELS, type Sort } from "#schema/sites.ts";
import { ArrowIcon, SearchIcon } from "../../../ui/icons.tsx";
import { Combobox, TEXT_FIELD } from "../../../ui/combobox.tsx";
import { forgetSearches } from "../../../recent-searches.ts";
import { suggestPages, suggestRecent } from "./suggestions.tsx";
import { useLiveSearch } from "./use-live-search.ts";
import { ViewChoice } from "../card/view-choice.tsx";

const FORM_ID = "list-search";

type Props = {
  path: string;
  query: ListQuery;
  label: string;
  placeholder: string;
  /** Suggestions are of the whole directory. */
  hasSuggestions?: boolean;
};

/**
 * Updates the list while the user types. Without scripts, it is a plain GET form. The fields of `ListToolbar` belong to
 * this form, too.
 */
export function ListSearch({ path, query, label, placeholder, hasSuggestions = true }: Props) {
  const { form, search, searchSoon, openPage } = useLiveSearch(path, query.q);
  const field = {
    id: "search",
    name: "q",
    type: "search",
    enterKeyHint: "search",
    placeholder,
    defaultValue: query.q,
  } as const;
  return (
    <search>
      <form
        ref={form}
        id={FORM_ID}
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
          {hasSuggestions ? (
            <Combobox
              {...field}
              suggest={suggestPages}
              suggestIfEmpty={suggestRecent}
              onType={searchSoon}
              onChoose={({ path: chosen, q }) => {
                if (chosen === null) forgetSearches();
                else if (q === undefined) openPage(chosen);
                else search();
              }}
            />
          ) : (
            <input {...field} {...TEXT_FIELD} onChange={searchSoon} />
          )}
          <button className="button button-primary">
            <span>Search</span>
            <ArrowIcon />
          </button>
        </div>
      </form>
    </search>
  );
}

type ToolbarProps = {
  path: string;
  query: ListQuery;
  /** By default there is no choice of categories. */
  categories?: CategoryCount[] | undefined;
  isSortable?: boolean;
};

/** Stands above the list that the search form on the same page changes. */
export function ListToolbar({ path, query, categories, isSortable = true }: ToolbarProps) {
  const shown = useShownQuery(path, query);
  return (
    <div className="list-toolbar">
      {categories && (
        <label>
          <span>Category</span>
          <select name="category" form={FORM_ID} value={shown.category ?? ""} onChange={submitForm}>
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
      {isSortable && (
        <label>
          <span>Sort by</span>
          <select name="sort" form={FORM_ID} value={sortValue(shown)} onChange={submitForm}>
            {sortOptions(shown.q).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      )}
      <ViewChoice />
    </div>
  );
}

const submitForm = ({ currentTarget }: { currentTarget: HTMLSelectElement }) => currentTarget.form!.requestSubmit();

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
