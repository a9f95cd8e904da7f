import { Link } from "react-router";
import { ownershipPath } from "#schema/pages/paths.ts";
import type { OwnerSiteSummary } from "#schema/sites/sites.ts";
import { DateText } from "../../../ui/date.tsx";
import { LifeLine } from "../../sites/site/life-line.tsx";

/** What checks of the link found, and who claims the listing. */
export const LifeNote = ({ site }: { site: OwnerSiteSummary }) => (
  <>
    {site.alive.state !== "alive" && <LifeLine site={site} />}
    {site.moved_to && (
      <p>
        Its link leads to <bdi>{site.moved_to}</bdi>. If the site has moved, change the link.
      </p>
    )}
    {site.claimed_until && (
      <p>
        Somebody claims this listing. Answer until <DateText iso={site.claimed_until} />:{" "}
        <Link to={ownershipPath(site.id)}>Answer the claim</Link>
      </p>
    )}
  </>
);
