import { parsePage } from "#schema/pages/pages.ts";
import { adminPath, withQuery } from "#schema/pages/paths.ts";

export type RecordQuery = {
  /** `app/model`, as in the URLs of the API. Empty if no list is open. */
  model: string;
  q: string;
  filter: string;
  /** The name of a field, or `-name` for descending order. Empty for the order of the model. */
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

export const recordsPath = (query: Partial<RecordQuery>) => withQuery(adminPath, query);

/** The parameters of a call about a model. */
export function modelParams(appAndModel: string) {
  const [app = "", model = ""] = appAndModel.split("/");
  return { app, model };
}

/** The order after a click on a column's header: ascending first, then descending. */
export const nextSort = (sort: string, name: string) => (sort === name ? `-${name}` : name);

export function sortDirection(sort: string, name: string): "ascending" | "descending" | undefined {
  if (sort === name) return "ascending";
  return sort === `-${name}` ? "descending" : undefined;
}
