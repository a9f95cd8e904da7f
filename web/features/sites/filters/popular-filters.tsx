import { Link } from "react-router";
import { combinedTitle, findCombination } from "#schema/facts/combinations.ts";
import type { CountedCombination } from "#schema/pages/pages.ts";
import { combinationPath } from "#schema/pages/paths.ts";
import { facetText } from "../../../ui/counts.ts";

type Props = {
  path: string;
  combinations: CountedCombination[];
};

export function PopularFilters({ path, combinations }: Props) {
  if (combinations.length === 0) return null;
  return (
    <section className="section" aria-labelledby="popular-filters-title">
      <h2 id="popular-filters-title">Popular filters</h2>
      <ul className="ways-on">
        {combinations.map(({ word, count }) => (
          <li key={word}>
            <Link to={combinationPath(path, word)}>
              {`${combinedTitle(findCombination(word)!, "")} (${facetText(count)})`}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
