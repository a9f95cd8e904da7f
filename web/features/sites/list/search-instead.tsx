import { Link, useSearchParams } from "react-router";
import { MAX_QUERY_LENGTH } from "#schema/pages/pages.ts";
import { homePath, withQuery } from "#schema/pages/paths.ts";

/** For a visitor whom the search has led to this page. */
export function SearchInstead() {
  const [query] = useSearchParams();
  const q = query.get("searched")?.slice(0, MAX_QUERY_LENGTH);
  return (
    q && (
      <p>
        <Link className="touch-link" to={`${withQuery(homePath, { q })}#results`}>{`Search for “${q}” instead`}</Link>
      </p>
    )
  );
}
