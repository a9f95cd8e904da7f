import { Link } from "react-router";
import { dashboardPath } from "#schema/paths.ts";
import type { EditableSite } from "#schema/sites.ts";
import { pathForOwner } from "../owner/dashboard/path-for-owner.ts";

/** Before anybody is asked for money: the listing stands, with or without it. */
export function FreeListingNote({ site }: { site: EditableSite }) {
  return (
    <section className="card listed-free" aria-label="Your listing">
      {site.review === "active" ? (
        <p>
          <strong>{site.name} is listed.</strong> Everybody can find it and{" "}
          <Link to={pathForOwner(site)}>read its page</Link>. That is free, and stays free.
        </p>
      ) : (
        <p>
          <strong>{site.name} waits for a short review.</strong> Visitors see it as soon as our team approves it. Until
          then you can <Link to={pathForOwner(site)}>look it over</Link>. The listing is free, and stays free.
        </p>
      )}
      <p>
        <Link className="button" to={dashboardPath}>
          Keep it free
        </Link>
      </p>
    </section>
  );
}
