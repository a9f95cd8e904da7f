import { dashboardPath, payPath, withQuery } from "#schema/pages/paths.ts";
import { SITE_MESSAGES, type EditableSite } from "#schema/sites/sites.ts";
import { RedirectNotice } from "../../../forms/redirect-notice.tsx";

const LEAVE_MS = 1500;

export function SiteCreated({ site, isStaff }: { site: EditableSite; isStaff: boolean }) {
  const [to, text, linkText] = isStaff
    ? [dashboardPath, "Redirecting to dashboard...", "Go to the dashboard"]
    : [withQuery(payPath, { siteId: site.id }), "Redirecting to payment page...", "Go to the payment page"];
  return (
    <RedirectNotice to={to} afterMs={LEAVE_MS} linkText={linkText}>
      Site created successfully! {site.review === "pending" && `${SITE_MESSAGES.pendingReview} `}
      {text}
    </RedirectNotice>
  );
}
