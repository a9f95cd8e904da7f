import { dashboardPath, payPath, withQuery } from "#schema/paths.ts";
import { SITE_MESSAGES, type OwnSite } from "#schema/sites.ts";
import { Leaving } from "../../../forms/leaving.tsx";

const LEAVE_MS = 1500;

/** Confirms that the site is listed and redirects: owners to payment, staff to the dashboard. */
export function SiteCreated({ site, isStaff }: { site: OwnSite; isStaff: boolean }) {
  const [to, text, linkText] = isStaff
    ? [dashboardPath, "Redirecting to dashboard...", "Go to the dashboard"]
    : [withQuery(payPath, { siteId: site.id }), "Redirecting to payment page...", "Go to the payment page"];
  return (
    <Leaving to={to} afterMs={LEAVE_MS} linkText={linkText}>
      Site created successfully! {site.review === "pending" && `${SITE_MESSAGES.waitsForReview} `}
      {text}
    </Leaving>
  );
}
