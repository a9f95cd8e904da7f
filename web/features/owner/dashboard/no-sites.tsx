import { Link } from "react-router";
import { createSitePath } from "#schema/paths.ts";

/** In place of a list without sites. */
export function NoSites({ q = "", path }: { q?: string; path: string }) {
  if (q) {
    return (
      <div className="empty">
        <p className="empty-title">No matching sites found</p>
        <Link to={path}>Show all your sites</Link>
      </div>
    );
  }
  return (
    <div className="empty">
      <p className="empty-title">You don't have any sites yet</p>
      <p>List one as an alternative to the products that it can replace. It is free, and takes some minutes.</p>
      <p className="actions">
        <Link className="button button-primary" to={createSitePath}>
          List a site
        </Link>
      </p>
    </div>
  );
}
