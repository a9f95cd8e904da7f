import type * as z from "zod/mini";
import type { changedSiteForm } from "#schema/site-form.ts";
import { sitePath } from "#schema/paths.ts";
import type { EditableSite, OwnerSiteSummary } from "#schema/sites.ts";
import { ApiError, send } from "../../api.ts";

/** `input` by the rules of `newSiteForm`. */
export const createSite = (input: unknown) =>
  send<EditableSite>("POST", "sites/", { body: input, fallbackError: "Failed to create site. Please try again." });

type SiteChange = { id: number; form: z.output<typeof changedSiteForm> };

/** @throws ApiError, of status 409 where `updated_at` is not the site's any more. */
export async function updateSite({ id, form }: SiteChange): Promise<EditableSite> {
  const site = await send<EditableSite>("PUT", `sites/${id}/`, {
    body: form,
    fallbackError: "Failed to update site. Please try again.",
  });
  refreshPage(site);
  return site;
}

/** Also where it is gone already: a bad network may have lost the answer to the first press. */
export async function deleteSite(site: OwnerSiteSummary): Promise<void> {
  try {
    await send("DELETE", `sites/${site.id}/`, { fallbackError: "Failed to delete site. Please try again." });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  refreshPage(site);
}

/** Somebody else has saved the site since it was loaded here. */
export const isVersionConflict = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && !("link" in error.fields);

/** Browsers keep a public page that they have seen for a minute; whoever changed one must see it changed. */
function refreshPage({ slug }: Pick<EditableSite, "slug">): void {
  for (const address of [sitePath(slug), `/api/pages/site/${slug}/?`]) {
    // Nothing waits for it; at worst the page is a minute old.
    fetch(address, { cache: "reload" }).catch(() => {});
  }
}
