import { useSearchParams } from "react-router";
import { parsePage } from "#schema/pages.ts";
import { withQuery } from "#schema/paths.ts";
import type { OwnSiteSummary, Page } from "#schema/sites.ts";
import { useAnswer } from "../../../use-answer.ts";

/** The sites of whoever is signed in: those that the address asks for by `q` and `page`. */
export function useOwnSites() {
  const [search] = useSearchParams();
  const q = search.get("q") ?? "";
  const page = parsePage(search.get("page")) ?? 1;
  const {
    answer: sites,
    error,
    isLoading,
    change,
    reload,
  } = useAnswer<Page<OwnSiteSummary>>(withQuery("sites/", { q, page }));
  return {
    q,
    page,
    sites,
    hasFailed: error !== undefined,
    isLoading,
    reload,
    /** Shows a site as it has become. */
    put: (changed: OwnSiteSummary) =>
      change((shown) => ({
        ...shown,
        results: shown.results.map((site) => (site.id === changed.id ? changed : site)),
      })),
    /** Takes a site out at once, and lets others move up. */
    remove: (id: number) => {
      change((shown) => ({
        ...shown,
        count: shown.count - 1,
        results: shown.results.filter((site) => site.id !== id),
      }));
      reload();
    },
  };
}

export const LOAD_FAILURE = "Failed to load sites. Please try again later.";
