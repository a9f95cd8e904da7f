import { useNavigation } from "react-router";
import { type ReactNode, use, useCallback, useState } from "react";
import { isFiltered } from "#schema/facts/filters.ts";
import type { CategoryCount, ListQuery } from "#schema/pages/pages.ts";
import { homePath } from "#schema/pages/paths.ts";
import { ALTERNATIVES_PER_PAGE, SITES_PER_PAGE, type CardPage } from "#schema/sites/sites.ts";
import { RenderAgain } from "../../../ui/render-again.tsx";
import { Drawing } from "../../../ui/drawing.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { CorrectedNote } from "./corrected-note.tsx";
import { FeaturedRow } from "../card/featured-row.tsx";
import { ReplacedProduct } from "../card/pair-line.tsx";
import { sharedChips, ShownListContext, shownListOf } from "../card/shown-list.ts";
import { SiteGrid } from "../card/site-grid.tsx";
import { CompareFirst } from "./compare-first.tsx";
import { ChosenFilters, NothingLeft } from "../filters/chosen-filters.tsx";
import { AskForFilters, FilterPanel, FiltersButton } from "../filters/filter-panel.tsx";
import { queryOfAddress } from "../filters/list-href.ts";
import { offeredValues } from "../filters/offered-values.ts";
import { SearchWatch } from "./search-watch.tsx";
import { ListToolbar } from "./list-search.tsx";
import { Marks } from "../card/marked.tsx";
import { foundText } from "./found-text.ts";
import { UnderstoodNote } from "./understood-note.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";
import { useSearchReport } from "./use-search-report.ts";

type Props = {
  query: ListQuery;
  sites: CardPage;
  path: string;
  categories?: CategoryCount[];
  hrefOf: (page: number) => string;
  linksIfEmpty?: ReactNode;
  /** Replaces “No matching sites found” and the links. */
  ifEmpty?: ReactNode;
  /** All sites replace one product. "Tell me when one is listed" does not know such a limit. */
  isOfProduct?: boolean;
  /** How many sites the list has without a search and filters. */
  total?: number | undefined;
  /** A line below the number of sites. */
  note?: string | undefined;
};

/** The longest list of a product that needs no order and no filters. */
const SHORT_LIST = 3;

export function SiteResults(props: Props) {
  return (
    <RenderAgain>
      <Results {...props} />
    </RenderAgain>
  );
}

function Results(props: Props) {
  const { query, sites, path, categories, hrefOf, linksIfEmpty, ifEmpty, isOfProduct = false, total, note } = props;
  const [isSheetOpen, setSheetOpen] = useState(false);
  const closeSheet = useCallback(() => setSheetOpen(false), []);
  const { location } = useNavigation();
  // What is being loaded stays chosen until the response arrives.
  const loading = location && queryOfAddress(path, location);
  const isLoading = loading !== undefined;
  const shown = loading ?? query;
  const filtered = isFiltered(query.filters);
  const isShort = isOfProduct && !filtered && !query.q && !query.sort && total! <= SHORT_LIST;
  const offersFilters = filtered || (!isShort && sites.count > 1 && offeredValues(sites, {}).length > 0);
  const list = shownListOf(query, sites.results, use(ReplacedProduct));
  const shared = sharedChips(sites.results);
  const isOfAll = path === homePath && !query.category && !filtered;
  const { unreplaced } = sites.understood ?? {};
  const watch = <SearchWatch q={unreplaced ? `alternatives to ${unreplaced}` : query.q} category={query.category} />;
  const ref = useSearchReport(isOfAll ? query.q : "", sites);
  const focus = useKeptFocus(ref);
  return (
    <section
      ref={ref}
      id="results"
      className={offersFilters ? "results with-filters" : "results"}
      aria-labelledby="results-title"
      aria-busy={isLoading}
      {...focus}
    >
      {offersFilters && (
        <FilterPanel
          path={path}
          query={shown}
          sites={sites}
          isLoading={isLoading}
          isOpen={isSheetOpen}
          onClose={closeSheet}
        />
      )}
      <div className="results-list">
        <header className="results-header turn">
          <div>
            <h2 id="results-title" className="visually-hidden" tabIndex={-1}>
              Sites
            </h2>
            <ResultCount query={query} sites={sites} total={filtered ? total : undefined} />
            {note && <p className="result-count">{note}</p>}
            {isOfProduct && <CompareFirst sites={sites} />}
          </div>
          {!isShort && (
            <ListToolbar query={shown} categories={categories} isOfProduct={isOfProduct} hasPictures={list.hasPictures}>
              {offersFilters ? (
                <FiltersButton query={shown} onOpen={() => setSheetOpen(true)} />
              ) : (
                sites.facets === undefined &&
                sites.count > 1 && (
                  <AskForFilters
                    path={path}
                    query={query}
                    onAsk={() => setSheetOpen(window.matchMedia("(width < 60rem)").matches)}
                  />
                )
              )}
            </ListToolbar>
          )}
        </header>
        <UnderstoodNote query={query} sites={sites} path={path} />
        {unreplaced && sites.count > 0 && watch}
        {filtered && <ChosenFilters path={path} query={query} sites={sites} />}
        <Marks value={sites.understood?.marks ?? []}>
          <ShownListContext value={list}>
            <FeaturedRow sites={sites.featured} results={sites.results} />
            {shared.length > 0 && <p className="meta">{`All on this page: ${shared.join(" · ")}`}</p>}
            {sites.results.length > 0 ? (
              <FoundSites sites={sites} perPage={isOfProduct ? ALTERNATIVES_PER_PAGE : SITES_PER_PAGE} />
            ) : (
              (!filtered && ifEmpty) || (
                <NothingFound linksIfEmpty={query.q || !filtered ? linksIfEmpty : undefined}>
                  {filtered && <NothingLeft path={path} query={query} sites={sites} />}
                </NothingFound>
              )
            )}
          </ShownListContext>
        </Marks>
        {!isOfProduct && !filtered && (sites.count === 0 || (sites.exact_count === 0 && !unreplaced)) && watch}
        {!isOfProduct && sites.results.length > 0 && (
          <p className="meta">
            {`${query.q && !query.sort ? "Ties stand by stars, recent commits and known facts. " : ""}Closed and archived projects stand last. Payment does not change the order.`}
          </p>
        )}
        <Pager label="Pages of sites" page={sites.page} pages={sites.pages} hrefOf={hrefOf} />
      </div>
    </section>
  );
}

function ResultCount({ query, sites, total }: Pick<Props, "query" | "sites" | "total">) {
  return (
    <p className="result-count" aria-live="polite">
      <CorrectedNote q={query.q} sites={sites} />
      <span>{foundText(query, sites, total)}</span>
    </p>
  );
}

/** The sites that have all that was asked stand before those that are only close to it. */
function FoundSites({ sites, perPage }: { sites: CardPage; perPage: number }) {
  const { results, page, exact_count } = sites;
  const before = (page - 1) * perPage;
  const exact = exact_count === undefined ? results.length : Math.max(0, exact_count - before);
  const closest = results.slice(exact);
  return (
    <>
      {exact > 0 && <SiteGrid sites={results.slice(0, exact)} />}
      {closest.length > 0 && (
        <>
          <p className="closest-title">Closest results</p>
          <SiteGrid sites={closest} />
        </>
      )}
    </>
  );
}

function NothingFound({ linksIfEmpty, children }: Pick<Props, "linksIfEmpty"> & { children: ReactNode }) {
  return (
    <div className="empty">
      <Drawing name="nothing-found" />
      <p className="empty-title">No matching sites found</p>
      {children}
      {linksIfEmpty}
    </div>
  );
}
