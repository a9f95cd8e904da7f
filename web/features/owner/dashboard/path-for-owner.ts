import { editSitePath, sitePath } from "#schema/paths.ts";
import type { OwnerSiteSummary } from "#schema/sites.ts";

/** Where a site can be read; while it is pending, it has no public page. */
export const pathForOwner = ({ id, slug, review }: OwnerSiteSummary) =>
  review === "active" ? sitePath(slug) : editSitePath(id);
