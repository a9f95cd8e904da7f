import { Link } from "react-router";
import { sitePath } from "#schema/pages/paths.ts";
import type { PlaceSite } from "#schema/sites/sites.ts";
import { Logo } from "../logo/logo.tsx";

/** A site in a featured place. The label says that the place is paid. */
export function PaidPlace({ site, label }: { site: PlaceSite; label: "FEATURED" | "Sponsored" }) {
  return (
    <>
      <Logo name={site.name} link={site.link} logo={site.logo} />
      <p>
        <Link className="card-link" viewTransition to={sitePath(site.slug)}>
          {site.name}
        </Link>
        <span>{site.description}</span>
      </p>
      <span className="badge">{label}</span>
    </>
  );
}
