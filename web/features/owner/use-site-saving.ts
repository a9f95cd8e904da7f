import { useRef, useState } from "react";
import { changedSiteForm } from "#schema/site-form.ts";
import type { OwnSite, OwnSiteSummary } from "#schema/sites.ts";
import { get } from "../../api.ts";
import { useForm, type FormOptions } from "../../forms/use-form.ts";
import { isVersionConflict, updateSite } from "./calls.ts";

type Options = FormOptions & {
  site: OwnSiteSummary;
  /** `updated_at` of the site that the changes were made to. */
  basedOn: string;
  onSaved: (site: OwnSite) => void;
};

/** The form that changes a site, unless somebody else saved it since it was loaded here. */
export function useSiteSaving({ site, basedOn, onSaved, ...options }: Options) {
  /** What the server has instead of what was loaded here. */
  const [newer, setNewer] = useState<OwnSite>();
  const version = useRef(basedOn);

  const form = useForm(
    changedSiteForm,
    async (input) => {
      try {
        const saved = await updateSite(site.id, { ...input, updated_at: version.current });
        version.current = saved.updated_at;
        onSaved(saved);
      } catch (error) {
        if (!isVersionConflict(error)) throw error;
        setNewer(await get<OwnSite>(`sites/${site.id}/`));
      }
    },
    options,
  );

  return {
    form,
    newer,
    forgetNewer: () => setNewer(undefined),
    saveOver: (other: OwnSite) => {
      version.current = other.updated_at;
      setNewer(undefined);
      form.props.ref.current!.requestSubmit();
    },
  };
}
