import type { OwnerSiteSummary } from "#schema/sites/sites.ts";
import "../owner.css";

export function ReviewNote({ site: { review, refusal } }: { site: OwnerSiteSummary }) {
  if (review === "active") return null;
  return (
    <p className="review-note">
      {refusal ? `Not accepted: ${refusal}` : "Waiting for review. Visitors will see it when it is approved."}
    </p>
  );
}
