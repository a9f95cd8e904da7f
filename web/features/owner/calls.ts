import type * as z from "zod/mini";
import type { changedSiteForm } from "#schema/sites/site-form.ts";
import { sitePath } from "#schema/pages/paths.ts";
import type { EditableSite, OwnerSiteSummary } from "#schema/sites/sites.ts";
import { ApiError, send } from "../../data/api.ts";

/** `input` must pass the rules of `newSiteForm`. */
export const createSite = (input: unknown) =>
  send("POST", "sites/", { body: input, fallbackError: "Failed to create site. Please try again." });

type SiteChange = { id: number; form: z.output<typeof changedSiteForm> };

/** @throws ApiError 409 if the site was saved after the version `updated_at`, or if its link is taken. */
export async function updateSite({ id, form }: SiteChange): Promise<EditableSite> {
  const site = await send("PUT", "sites/:id/", {
    params: { id },
    body: form,
    fallbackError: "Failed to update site. Please try again.",
  });
  refreshPage(site);
  return site;
}

/** A 404 counts as success: the response to an earlier attempt may have been lost. */
export async function deleteSite(site: OwnerSiteSummary): Promise<void> {
  try {
    await send("DELETE", "sites/:id/", {
      params: { id: site.id },
      fallbackError: "Failed to delete site. Please try again.",
    });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  refreshPage(site);
}

/** Tells whether a save failed because the site was saved since it was loaded here. */
export const isVersionConflict = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && !("link" in error.fields);

/** A quiet directory has purged a save by then. */
const PURGED_AFTER_MS = 5000;

/** Reloads the site's page into the browser's cache, so that the user sees the change soon: at once without an edge. */
function refreshPage({ slug }: Pick<EditableSite, "slug">): void {
  for (const url of [sitePath(slug), `/api/pages${sitePath(slug)}`]) {
    // If this fails, the browser's copy expires within half a minute.
    const reload = () => void fetch(url, { cache: "reload" }).catch(() => {});
    reload();
    setTimeout(reload, PURGED_AFTER_MS);
  }
}
