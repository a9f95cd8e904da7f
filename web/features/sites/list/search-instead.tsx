import { Link, useSearchParams } from "react-router";
import { homePath, withQuery } from "#schema/pages/paths.ts";

/** For a visitor whom the search has led to this page. */
export function SearchInstead() {
  const [query] = useSearchParams();
  const q = query.get("searched");
  return (
    q && (
      <p>
        <Link className="touch-link" to={`${withQuery(homePath, { q })}#results`}>{`Search for “${q}” instead`}</Link>
      </p>
    )
  );
}
