import { Link } from "react-router";
import { COMBINATIONS, combinedTitle, MIN_COMBINED_SITES } from "#schema/combinations.ts";
import { isFiltered } from "#schema/filters.ts";
import type { ListQuery } from "#schema/pages.ts";
import { combinationPath } from "#schema/paths.ts";
import type { CardPage } from "#schema/sites.ts";
import { facetText } from "../browse/counts.ts";

const MOST = 12;

type Props = {
  path: string;
  /** What the list has, in the plural: "alternatives to Slack". */
  what: string;
  query: ListQuery;
  sites: CardPage;
};

/** Links to the combinations that have enough sites. Only the numbers of a whole list say so. */
export function PopularFilters({ path, what, query, sites }: Props) {
  if (query.q !== "" || isFiltered(query.filters)) return null;
  const links = COMBINATIONS.map((combination) => ({
    combination,
    count: sites.facets?.[combination.filter]?.[combination.value] ?? 0,
  }))
    .filter(({ count }) => count >= MIN_COMBINED_SITES)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST);
  if (links.length === 0) return null;
  return (
    <section className="section" aria-labelledby="popular-filters-title">
      <h2 id="popular-filters-title">Popular filters</h2>
      <ul className="ways-on">
        {links.map(({ combination, count }) => (
          <li key={combination.word}>
            <Link to={combinationPath(path, combination.word)}>
              {combinedTitle(combination, what)} ({facetText(count)})
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
