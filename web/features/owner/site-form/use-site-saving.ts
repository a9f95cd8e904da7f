import { useRef, useState } from "react";
import type * as z from "zod/mini";
import { changedSiteForm } from "#schema/sites/site-form.ts";
import type { EditableSite, OwnerSiteSummary } from "#schema/sites/sites.ts";
import { get } from "../../../data/api.ts";
import { useForm, type FormOptions } from "../../../forms/use-form.ts";
import { useAction } from "../../../data/use-action.ts";
import { isVersionConflict, type updateSite } from "../calls.ts";
import { isSame, toDraft } from "../draft/site-draft.ts";

type Options = FormOptions & {
  site: OwnerSiteSummary;
  /** `updated_at` of the version that the user edits. */
  basedOn: string;
  onSaved: (site: EditableSite) => void;
};

function isSaved(site: EditableSite, { blog, updated_at: _, ...details }: z.output<typeof changedSiteForm>): boolean {
  const content = typeof blog?.content === "string" ? blog.content : site.content;
  const { logo, screenshots, facts, fact_sources } = site;
  const sent = toDraft({ logo, screenshots, facts, fact_sources, ...details }, content);
  return isSame(toDraft(site, site.content), sent);
}

/**
 * Returns a form that saves a site. If another tab or user saved the site first, `newer` is that version. `forgetNewer`
 * drops it, `saveOver` overwrites it with the user's input.
 */
export function useSiteSaving({ site, basedOn, onSaved, ...options }: Options) {
  const [newer, setNewer] = useState<EditableSite>();
  const version = useRef(basedOn);
  const save = useAction<{ updateSite: typeof updateSite }, "updateSite">("updateSite");

  function finish(saved: EditableSite) {
    version.current = saved.updated_at;
    onSaved(saved);
  }

  const form = useForm(
    changedSiteForm,
    async (input) => {
      try {
        finish(await save({ id: site.id, form: { ...input, updated_at: version.current } }));
      } catch (error) {
        if (!isVersionConflict(error)) throw error;
        const stored = await get("sites/:id/", { params: { id: site.id } });
        // It may be the user's own save, if the network lost its response.
        if (isSaved(stored, input)) finish(stored);
        else setNewer(stored);
      }
    },
    options,
  );

  return {
    form,
    newer,
    forgetNewer: () => setNewer(undefined),
    saveOver: (other: EditableSite) => {
      version.current = other.updated_at;
      setNewer(undefined);
      form.props.ref.current!.requestSubmit();
    },
  };
}
