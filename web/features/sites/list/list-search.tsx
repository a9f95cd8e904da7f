import type { ReactNode } from "react";
import type { CategoryCount, ListQuery } from "#schema/pages/pages.ts";
import { searchPath } from "#schema/pages/paths.ts";
import { CATEGORIES, CATEGORY_LABELS, type Sort } from "#schema/sites/sites.ts";
import { ArrowIcon, SearchIcon } from "../../../ui/icons.tsx";
import { Combobox, TEXT_FIELD } from "../../../ui/combobox.tsx";
import { suggestPages } from "./suggestions.tsx";
import { FORM_ID } from "../filters/form-id.ts";
import { useLiveSearch } from "./use-live-search.ts";
import { ViewChoice } from "../card/view-choice.tsx";

type Props = {
  path: string;
  query: ListQuery;
  label: string;
  placeholder: string;
  /** A short list needs no search. Its filters and orders still belong to this form. */
  hasField?: boolean;
  /** Suggestions are of the whole directory. */
  hasSuggestions?: boolean;
  /** Enter on the name of a product opens its page. */
  opensAnswers?: boolean;
};

/**
 * Updates the list while the user types. Without scripts, it is a plain GET form. The fields of `ListToolbar` and
 * `FilterFields` belong to this form, too.
 */
export function ListSearch({
  path,
  query,
  label,
  placeholder,
  hasField = true,
  hasSuggestions = true,
  opensAnswers = false,
}: Props) {
  const { form, search, openAnswer, searchSoon, openPage } = useLiveSearch(path, query.q);
  const field = {
    id: "search",
    name: "q",
    type: "search",
    enterKeyHint: "search",
    placeholder,
    defaultValue: query.q,
  } as const;
  return (
    <search hidden={!hasField}>
      <form
        ref={form}
        id={FORM_ID}
        className="list-search"
        action={opensAnswers ? searchPath : `${path}#results`}
        onSubmit={(event) => {
          event.preventDefault();
          search();
          // A filter or an order submits the form without a button.
          if (opensAnswers && (event.nativeEvent as SubmitEvent).submitter) void openAnswer();
        }}
      >
        {hasField && (
          <div className="search-field">
            <SearchIcon />
            <label className="visually-hidden" htmlFor="search">
              {label}
            </label>
            {hasSuggestions ? (
              <Combobox
                {...field}
                suggest={suggestPages}
                onType={searchSoon}
                onChoose={(chosen) => openPage(chosen.path)}
              />
            ) : (
              <input {...field} {...TEXT_FIELD} onChange={searchSoon} />
            )}
            <button className="button button-primary">
              <span>Search</span>
              <ArrowIcon />
            </button>
          </div>
        )}
      </form>
    </search>
  );
}

type ToolbarProps = {
  query: ListQuery;
  /** By default there is no choice of categories. */
  categories?: CategoryCount[] | undefined;
  isOfProduct?: boolean;
  hasPictures: boolean;
  children?: ReactNode;
};

/** Stands above the list that the search form on the same page changes. */
export function ListToolbar({ query: shown, categories, isOfProduct = false, hasPictures, children }: ToolbarProps) {
  return (
    <div className="list-toolbar">
      {children}
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
      <label>
        <span>Sort by</span>
        <select name="sort" form={FORM_ID} value={sortValue(shown, isOfProduct)} onChange={submitForm}>
          {sortOptions(shown, isOfProduct).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {shown.values?.map((filter) => (
        <input key={filter} type="hidden" form={FORM_ID} name="values" value={filter} />
      ))}
      {shown.show && <input type="hidden" form={FORM_ID} name="show" value={shown.show} />}
      <ViewChoice hasPictures={hasPictures} />
    </div>
  );
}

const submitForm = ({ currentTarget }: { currentTarget: HTMLSelectElement }) => currentTarget.form!.requestSubmit();

/** The first order is the default, without `sort` in the URL. */
function sortOptions({ q }: ListQuery, isOfProduct: boolean): [value: Sort | "", text: string][] {
  if (q) return [["", "Best match"], ["newest", "Newest"], ...OLDEST_OR_LIKED];
  if (!isOfProduct) return [["", "Newest"], ...OLDEST_OR_LIKED];
  return [
    ["", "Best fit"],
    ["popular", "Most liked"],
    ["newest", "Newest"],
    ["complete", "Most facts"],
  ];
}

const OLDEST_OR_LIKED: [Sort, string][] = [
  ["oldest", "Oldest"],
  ["popular", "Most liked"],
];

function sortValue({ q, sort }: ListQuery, isOfProduct: boolean): Sort | "" {
  const usual = isOfProduct ? "fit" : "newest";
  return q === "" && sort === usual ? "" : (sort ?? "");
}
