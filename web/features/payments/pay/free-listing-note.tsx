import { Link } from "react-router";
import { dashboardPath, editSitePath, withQuery } from "#schema/pages/paths.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { pathForOwner } from "../../sites/site/path-for-owner.ts";

/** Tells the owner that paying is optional, or that a listing can be featured only after its review. */
export function FreeListingNote({ site }: { site: EditableSite }) {
  return (
    <section className="card listed-free" aria-label="Your listing">
      {site.review === "active" ? (
        <p>
          <strong>{site.name} is listed.</strong> Everyone can find it and{" "}
          <Link to={pathForOwner(site)}>read its page</Link>. The listing is free and stays free.
        </p>
      ) : (
        <p>
          <strong>{site.name} is waiting for a short review.</strong> Visitors will see it when our team has approved
          it. Until then, you can <Link to={pathForOwner(site)}>preview its page</Link>. The listing is free and stays
          free. You can feature it as soon as it is approved.
        </p>
      )}
      <p className="actions">
        <Link className="button" to={withQuery(editSitePath(site.id), { tab: "facts" })}>
          Complete your listing: 3 minutes
        </Link>
        <Link className="button" to={dashboardPath}>
          {site.review === "active" ? "Keep it free" : "Go to the dashboard"}
        </Link>
      </p>
    </section>
  );
}
