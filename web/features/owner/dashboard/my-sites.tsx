import { Await, useNavigation, useSearchParams } from "react-router";
import type { SiteSubscription } from "#schema/payments/payments.ts";
import { dashboardPath, withQuery } from "#schema/pages/paths.ts";
import type { OwnerSiteSummary, Page } from "#schema/sites/sites.ts";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { useAction } from "../../../data/use-action.ts";
import type { LoaderData } from "../../../data/screen-data.ts";
import { SearchIcon } from "../../../ui/icons.tsx";
import { countText } from "../../../ui/counts.ts";
import { OwnReports } from "../../reports/own-reports.tsx";
import { useLiveSearch } from "../../sites/list/use-live-search.ts";
import type { calls } from "./dashboard-data.ts";
import { NeedsYou } from "./needs-you.tsx";
import { NoSites } from "./no-sites.tsx";
import { OwnSite } from "./own-site.tsx";
import { SitesPager } from "./sites-pager.tsx";
import { LOAD_FAILURE } from "./texts.ts";
import "./dashboard.css";

type Props = { sites: LoaderData<Page<OwnerSiteSummary>>; subscriptions: LoaderData<Page<SiteSubscription>> };

export function MySites({ sites, subscriptions }: Props) {
  const q = useSearchParams()[0].get("q") ?? "";
  const isLoading = useNavigation().state !== "idle";
  const deleteSite = useAction<typeof calls, "deleteSite">("deleteSite");
  return (
    <AsyncContent data={sites} failure={LOAD_FAILURE} skeleton="list">
      {(page) => (
        <>
          {(q || page.count > 0) && <SiteSearch q={q} />}
          {page.results.some(({ reports }) => reports) && <OwnReports sites={page.results} />}
          <div aria-busy={isLoading}>
            <Await resolve={subscriptions.result}>
              {({ value: running }) => (
                <>
                  <NeedsYou sites={page.results} subscriptions={running?.results ?? []} />
                  <header className="list-head">
                    <h2>My Sites</h2>
                    <output className="count">{page.count > 0 && countText(page.count, ["site", "sites"])}</output>
                  </header>
                  <div aria-live="polite">{page.count === 0 && <NoSites q={q} path={dashboardPath} />}</div>
                  <ul className="turn own-site-list" hidden={page.count === 0}>
                    {page.results.map((site) => (
                      <li key={site.id}>
                        <OwnSite
                          site={site}
                          subscription={running?.results.find(({ site_id }) => site_id === site.id)}
                          onDelete={() => deleteSite(site)}
                        />
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </Await>
            <SitesPager sites={page} hrefOf={(next) => withQuery(dashboardPath, { q, page: next })} />
          </div>
        </>
      )}
    </AsyncContent>
  );
}

function SiteSearch({ q }: { q: string }) {
  const { form, search, searchSoon } = useLiveSearch(dashboardPath, q);
  return (
    <search className="own-search">
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
