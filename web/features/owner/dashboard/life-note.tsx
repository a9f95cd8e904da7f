import type { OwnerSiteSummary } from "#schema/sites/sites.ts";
import { LifeLine } from "../../sites/site/life-line.tsx";

/** What checks of the link found, if the owner should look at it. */
export const LifeNote = ({ site }: { site: OwnerSiteSummary }) => (
  <>
    {site.alive.state !== "alive" && <LifeLine site={site} />}
    {site.moved_to && (
      <p>
        Its link leads to <bdi>{site.moved_to}</bdi>. If the site has moved, change the link.
      </p>
    )}
  </>
);
