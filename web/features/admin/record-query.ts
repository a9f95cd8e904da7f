import { parsePage } from "#schema/pages.ts";
import { adminPath, withQuery } from "#schema/paths.ts";

/** Which records are shown, as the address of the screen says. */
export type RecordQuery = {
  /** `app/model`, as its calls spell it; empty where none is open. */
  model: string;
  q: string;
  filter: string;
  /** A field's name, `-name` for descending; empty for newest first. */
  sort: string;
  page: number;
};

export const parseRecordQuery = (search: URLSearchParams): RecordQuery => ({
  model: search.get("model") ?? "",
  q: search.get("q") ?? "",
  filter: search.get("filter") ?? "",
  sort: search.get("sort") ?? "",
  page: parsePage(search.get("page")) ?? 1,
});

/** The screen with these records. */
export const recordsPath = (query: Partial<RecordQuery>) => withQuery(adminPath, query);

/** The call that answers them. */
export const recordsCall = ({ model, ...query }: RecordQuery) => withQuery(`get_model/${model}/`, query);

/** Pressing a column's header sorts by it, then the other way round. */
export const nextSort = (sort: string, name: string) => (sort === name ? `-${name}` : name);

export function sortDirection(sort: string, name: string): "ascending" | "descending" | undefined {
  if (sort === name) return "ascending";
  return sort === `-${name}` ? "descending" : undefined;
}
