import type { OwnerSiteSummary } from "#schema/sites/sites.ts";
import "../../../ui/status.css";

export function Status({ site: { status, review } }: { site: OwnerSiteSummary }) {
  if (status === "featured") return <span className="badge">FEATURED</span>;
  return review === "active" ? (
    <span className="chip status-active">Activated</span>
  ) : (
    <span className="chip status-pending">Pending</span>
  );
}
