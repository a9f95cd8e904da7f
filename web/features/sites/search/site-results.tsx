import { useNavigation } from "react-router";
import type { ReactNode } from "react";
import type { CategoryCount, ListQuery } from "#schema/pages.ts";
import type { SitePage } from "#schema/sites.ts";
import { Drawing } from "../../../ui/drawing.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { countText } from "../browse/counts.ts";
import { CorrectedNote } from "./corrected-note.tsx";
import { FeaturedRow } from "../card/featured-row.tsx";
import { SiteGrid } from "../card/site-grid.tsx";
import { ListToolbar } from "./list-search.tsx";

type Props = {
  query: ListQuery;
  sites: SitePage;
  path: string;
  categories?: CategoryCount[];
  hrefOf: (page: number) => string;
  linksIfEmpty: ReactNode;
  /** Shown between the count and the list. */
  children?: ReactNode;
};

export function SiteResults({ query, sites, path, categories, hrefOf, linksIfEmpty, children }: Props) {
  const isLoading = useNavigation().location?.pathname === path;
  return (
    <section id="results" className="results" aria-labelledby="results-title" aria-busy={isLoading}>
      <header className="results-header turn">
        <div>
          <h2 id="results-title">Sites</h2>
          <ResultCount query={query} sites={sites} />
        </div>
        <ListToolbar path={path} query={query} categories={categories} />
      </header>
      {children}
      <FeaturedRow sites={sites.featured} />
      {sites.results.length > 0 ? <SiteGrid sites={sites.results} /> : <NothingFound linksIfEmpty={linksIfEmpty} />}
      <Pager label="Pages of sites" page={sites.page} pages={sites.pages} hrefOf={hrefOf} />
    </section>
  );
}

function ResultCount({ query: { q }, sites }: Pick<Props, "query" | "sites">) {
  const { count, count_capped, corrected_query } = sites;
  return (
    <p className="result-count" aria-live="polite">
      <CorrectedNote q={q} sites={sites} />
      {countText(count, ["site", "sites"], count_capped)}
      {q && !corrected_query && <> for “{q}”</>}
      {sites.pages > 1 && sites.page <= sites.pages && `, page ${sites.page} of ${sites.pages}`}
    </p>
  );
}

function NothingFound({ linksIfEmpty }: { linksIfEmpty: ReactNode }) {
  return (
    <div className="empty">
      <Drawing name="nothing-found" />
      <p className="empty-title">No matching sites found</p>
      {linksIfEmpty}
    </div>
  );
}
