import type { OwnerSiteSummary } from "#schema/sites.ts";
import "../owner.css";

/** Why visitors do not see a site yet. */
export function ReviewNote({ site: { review, refusal } }: { site: OwnerSiteSummary }) {
  if (review === "active") return null;
  return (
    <p className="review-note">
      {refusal ? `Not accepted: ${refusal}` : "Waits for a review. Until then, only you see it."}
    </p>
  );
}
