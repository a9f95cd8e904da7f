import { Link } from "react-router";
import { factOf, FILTERS } from "#schema/facts/facts.ts";
import { filterLabel, type Filters, filterValueText, toggleFilter } from "#schema/facts/filters.ts";
import type { ListQuery } from "#schema/pages/pages.ts";
import type { CardPage } from "#schema/sites/sites.ts";
import { CloseIcon } from "../../../ui/icons.tsx";
import { listHref } from "./list-href.ts";

type Props = { path: string; query: ListQuery; sites: Pick<CardPage, "products"> };

/** A link removes each chosen value, also without scripts. */
export function ChosenFilters({ path, query, sites }: Props) {
  return (
    <ul className="understood chosen" aria-label="Chosen filters">
      {chosenValues(query.filters, sites.products).map(({ text, others }) => (
        <li key={text}>
          <Link to={listHref(path, query, { filters: others })} aria-label={`Remove “${text}”`} preventScrollReset>
            {text}
            <CloseIcon />
          </Link>
        </li>
      ))}
      <li>
        <ClearFilters path={path} query={query} />
      </li>
    </ul>
  );
}

export function ClearFilters({ path, query }: Omit<Props, "sites">) {
  return (
    <Link to={listHref(path, query, { filters: {} })} preventScrollReset>
      Clear filters
    </Link>
  );
}

/** Says which filter to remove, if no site is left. */
export function NothingLeft({ path, query, sites }: Props) {
  const chosen = chosenValues(query.filters, sites.products);
  return (
    <>
      <p>{chosen.length > 1 ? "No site has all that you chose. Remove one of these:" : "No site states this."}</p>
      <ul className="ways-on" aria-label="Fewer filters">
        {chosen.length > 1 &&
          chosen.map(({ text, others }) => (
            <li key={text}>
              <Link to={listHref(path, query, { filters: others })} preventScrollReset>
                Without “{text}”
              </Link>
            </li>
          ))}
        <li>
          <ClearFilters path={path} query={query} />
        </li>
      </ul>
    </>
  );
}

/** `others`: what is left without the value. */
const chosenValues = (filters: Filters, products: CardPage["products"]) =>
  Object.entries(filters).flatMap(([filter, values]) =>
    values.map((value) => ({
      text: textOf(filter, filterValueText(filter, value, products)),
      others: toggleFilter(filters, filter, value),
    })),
  );

/** The name of a product alone does not say what was chosen, and can be that of a platform. */
const textOf = (filter: string, text: string) =>
  factOf(FILTERS.get(filter)!).kind === "products" ? `${filterLabel(filter)} ${text}` : text;
