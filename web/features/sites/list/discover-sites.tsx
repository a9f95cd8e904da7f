import { useEffect, useRef } from "react";
import { Form, Link } from "react-router";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { sitePath, withQuery } from "#schema/pages/paths.ts";
import { type CardSite, type Category, CATEGORY_LABELS, type Sort } from "#schema/sites/sites.ts";
import { SearchIcon } from "../../../ui/icons.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { CorrectedNote } from "./corrected-note.tsx";
import { Logo } from "../logo/logo.tsx";

type Props = SiteDetailPage["discover"] & {
  path: string;
  /** Its sites come first. */
  category: Category;
};

const ORDERS: [Sort, string][] = [
  ["newest", "Newest"],
  ["oldest", "Oldest"],
];

export function DiscoverSites({ path, category, query, sites }: Props) {
  const { q, sort } = query;
  const hrefOf = (changed: { sort?: Sort; page?: number }) => `${withQuery(path, { q, sort, ...changed })}#discover`;
  return (
    <aside id="discover" className="discover" aria-labelledby="discover-title">
      <h2 id="discover-title">Discover Other Sites</h2>
      <DiscoverSearch path={path} query={query} />
      <ul className="link-tabs" aria-label="Order">
        {ORDERS.map(([order, text]) => (
          <li key={order}>
            <Link
              to={hrefOf({ sort: order })}
              preventScrollReset
              aria-current={order === sort || (order === "newest" && !q && sort !== "oldest") ? "true" : undefined}
            >
              {text}
            </Link>
          </li>
        ))}
        {(q || sort) && (
          <li>
            <Link to={`${path}#discover`}>Clear Filters</Link>
          </li>
        )}
      </ul>
      {!q && <p className="discover-note">Sites in {CATEGORY_LABELS[category]} come first.</p>}
      <div aria-live="polite">
        {sites.corrected_query && (
          <p className="discover-note">
            <CorrectedNote q={q} sites={sites} />
          </p>
        )}
        {sites.results.length > 0 ? (
          <ul className="discover-list">
            {sites.results.map((site) => (
              <DiscoverItem key={site.id} site={site} />
            ))}
          </ul>
        ) : (
          <p className="empty">No results found.</p>
        )}
      </div>
      <Pager label="Pages of other sites" page={sites.page} pages={sites.pages} hrefOf={(page) => hrefOf({ page })} />
    </aside>
  );
}

function DiscoverSearch({ path, query: { q, sort } }: Pick<Props, "path" | "query">) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(q);
  // A link or the back button may have changed the query. At first, the field has what was typed before the scripts arrived.
  useEffect(() => {
    if (shown.current !== q) input.current!.value = q;
    shown.current = q;
  }, [q]);
  return (
    <search>
      <Form className="search-field" action={`${path}#discover`} preventScrollReset>
        <label className="visually-hidden" htmlFor="discover-search">
          Name or description
        </label>
        <input
          ref={input}
          id="discover-search"
          name="q"
          type="search"
          defaultValue={q}
          placeholder="Name or description"
          maxLength={200}
        />
        {sort && <input type="hidden" name="sort" value={sort} />}
        <button className="icon-button" aria-label="Search other sites">
          <SearchIcon />
        </button>
      </Form>
    </search>
  );
}

export function DiscoverItem({ site }: { site: CardSite }) {
  return (
    <li className="discover-item" data-card={site.id}>
      <Logo name={site.name} link={site.link} logo={site.logo} />
      <p>
        <Link className="card-link" viewTransition to={sitePath(site.slug)}>
          {site.name}
        </Link>
        {site.status === "featured" && <span className="badge">FEATURED</span>}
        <span>{site.description}</span>
      </p>
    </li>
  );
}
