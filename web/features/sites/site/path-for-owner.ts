import { editSitePath, sitePath } from "#schema/pages/paths.ts";
import type { OwnerSiteSummary } from "#schema/sites/sites.ts";

/** A pending site has no public page, only its editor. */
export const pathForOwner = ({ id, slug, review }: OwnerSiteSummary) =>
  review === "active" ? sitePath(slug) : editSitePath(id);
