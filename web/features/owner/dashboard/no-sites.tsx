import { Link } from "react-router";
import { createSitePath } from "#schema/pages/paths.ts";
import { Drawing } from "../../../ui/drawing.tsx";

export function NoSites({ q = "", path }: { q?: string; path: string }) {
  if (q) {
    return (
      <div className="empty">
        <Drawing name="nothing-found" />
        <p className="empty-title">No matching sites found</p>
        <Link to={path}>Show all your sites</Link>
      </div>
    );
  }
  return (
    <div className="empty">
      <Drawing name="empty" />
      <p className="empty-title">You don't have any sites yet</p>
      <p>List your site as an alternative to the products it can replace. It is free and takes a few minutes.</p>
      <p className="actions">
        <Link className="button" to={createSitePath}>
          List a site
        </Link>
      </p>
    </div>
  );
}
