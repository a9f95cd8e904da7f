import { dashboardPath, withQuery } from "#schema/paths.ts";
import { SearchIcon } from "../../../ui/icons.tsx";
import type { Subscriptions } from "../../payments/use-subscriptions.ts";
import { useLiveSearch } from "../../sites/search/use-live-search.ts";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { NoSites } from "./no-sites.tsx";
import { OwnSiteCard } from "./own-site-card.tsx";
import { OwnSitesPager } from "./own-sites-pager.tsx";
import { LOAD_FAILURE, useOwnSites } from "./use-own-sites.ts";
import "./dashboard.css";

/** The sites of whoever is signed in, as cards. */
export function MySites({ subscriptions }: { subscriptions: Subscriptions }) {
  const { q, sites, hasFailed, isLoading, reload, remove } = useOwnSites();
  return (
    <>
      {(q || Number(sites?.count) > 0) && <SiteSearch q={q} />}
      {hasFailed && <LoadFailure text={LOAD_FAILURE} onRetry={reload} />}
      <div className="own-sites" aria-busy={isLoading}>
        <h2 className="visually-hidden">My Sites</h2>
        {!sites && !hasFailed && <output>Loading…</output>}
        {sites?.count === 0 && <NoSites q={q} path={dashboardPath} />}
        {sites && (
          <ul className="grid">
            {sites.results.map((site) => (
              <li key={site.id}>
                <OwnSiteCard
                  site={site}
                  subscription={subscriptions.of(site.id)}
                  onSubscriptionChanged={() => {
                    subscriptions.reload();
                    reload();
                  }}
                  onDeleted={() => {
                    subscriptions.reload();
                    remove(site.id);
                  }}
                />
              </li>
            ))}
          </ul>
        )}
        {sites && (
          <OwnSitesPager sites={sites} isLoading={isLoading} hrefOf={(page) => withQuery(dashboardPath, { q, page })} />
        )}
      </div>
    </>
  );
}

function SiteSearch({ q }: { q: string }) {
  const { form, search, searchSoon } = useLiveSearch(dashboardPath, q);
  return (
    <search>
      <form
        ref={form}
        className="search-field"
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <SearchIcon />
        <label className="visually-hidden" htmlFor="own-search">
          Search your sites
        </label>
        <input
          id="own-search"
          name="q"
          type="search"
          enterKeyHint="search"
          placeholder="Search your sites"
          defaultValue={q}
          maxLength={200}
          onChange={searchSoon}
        />
      </form>
    </search>
  );
}
