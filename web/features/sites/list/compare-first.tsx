import { use } from "react";
import { Link } from "react-router";
import { MIN_COMPARED } from "#schema/sites/comparisons.ts";
import { comparePath, withQuery } from "#schema/pages/paths.ts";
import type { CardPage } from "#schema/sites/sites.ts";
import { ReplacedProduct } from "../card/pair-line.tsx";

/** A phone shows the names of so many sites, and a reader keeps them in mind. */
const MAX_FIRST = 3;

/** Compares the sites at the top of the list with one press, also without scripts. */
export function CompareFirst({ sites: { results, page } }: { sites: CardPage }) {
  const product = use(ReplacedProduct);
  const first = results.slice(0, MAX_FIRST);
  return (
    page === 1 &&
    first.length >= MIN_COMPARED && (
      <Link
        className="touch-link"
        to={withQuery(comparePath(...first.map(({ slug }) => slug)), { leaving: product?.slug })}
      >
        {`Compare the first ${first.length}`}
      </Link>
    )
  );
}
