import type * as z from "zod/mini";
import type { changedSiteForm } from "#schema/site-form.ts";
import { sitePath } from "#schema/paths.ts";
import type { OwnSite, OwnSiteSummary } from "#schema/sites.ts";
import { ApiError, send } from "../../api.ts";

/** Lists a site. `input` must pass the rules of `newSiteForm`. */
export const createSite = (input: unknown) =>
  send<OwnSite>("POST", "sites/", { body: input, otherwise: "Failed to create site. Please try again." });

type SiteChange = { id: number; form: z.output<typeof changedSiteForm> };

/** Saves a site. @throws ApiError 409 if the site was saved after the version `updated_at`, or if its link is taken. */
export async function updateSite({ id, form }: SiteChange): Promise<OwnSite> {
  const site = await send<OwnSite>("PUT", `sites/${id}/`, {
    body: form,
    otherwise: "Failed to update site. Please try again.",
  });
  refreshPage(site);
  return site;
}

/** Deletes a site. A 404 counts as success: the response to an earlier attempt may have been lost. */
export async function deleteSite(site: OwnSiteSummary): Promise<void> {
  try {
    await send("DELETE", `sites/${site.id}/`, { otherwise: "Failed to delete site. Please try again." });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  refreshPage(site);
}

/** Tells whether a save failed because the site was saved since it was loaded here. */
export const isVersionConflict = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && !("link" in error.fields);

/** Replaces the site's page in the browser's cache, so that the user who changed the site sees the change at once. */
function refreshPage({ slug }: Pick<OwnSite, "slug">): void {
  for (const url of [sitePath(slug), `/api/pages/site/${slug}/?`]) {
    // If this fails, the cached page expires within a minute.
    fetch(url, { cache: "reload" }).catch(() => {});
  }
}
