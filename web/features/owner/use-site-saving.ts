import { useEffect, useRef, useState, type RefObject } from "react";
import { useNavigate } from "react-router";
import { dashboardPath } from "#schema/paths.ts";
import { changedSiteForm } from "#schema/site-form.ts";
import type { OwnSite } from "#schema/sites.ts";
import { get } from "../../api.ts";
import { useForm, type Problem } from "../../forms/use-form.ts";
import { showMessage } from "../../ui/message.tsx";
import type { ArticleEditorHandle } from "../documents/article-editor.tsx";
import { isVersionConflict, updateSite } from "./calls.ts";
import { saveContent } from "./content-field.tsx";
import { isSame, toDraft, toForm, withoutBlankRows } from "./site-draft.ts";
import type { Draft } from "./use-draft.ts";

const LEAVE_MS = 2000;

type Options = {
  site: OwnSite;
  draft: Draft;
  editor: RefObject<ArticleEditorHandle | null>;
  onRefuse: (problem: Problem) => void;
};

/** Saves the draft of a site's changes, unless somebody else saved the site meanwhile, and then goes on. */
export function useSiteSaving({ site, draft: { draft, change, current, drop }, editor, onRefuse }: Options) {
  const [saved, setSaved] = useState(() => toDraft(site, site.content));
  /** What the server has instead of what was loaded here. */
  const [newer, setNewer] = useState<OwnSite>();
  const basedOn = useRef(site.updated_at);
  const isChanged = !isSame(draft, saved);
  const leaveSoon = useLeaveSoon({ unless: isChanged });

  const form = useForm(
    changedSiteForm,
    async (input) => {
      try {
        basedOn.current = (await updateSite(site.id, { ...input, updated_at: basedOn.current })).updated_at;
      } catch (error) {
        if (!isVersionConflict(error)) throw error;
        return setNewer(await get<OwnSite>(`sites/${site.id}/`));
      }
      drop();
      setSaved(current());
      showMessage("Saved successfully!");
      leaveSoon();
    },
    {
      async read() {
        if (editor.current) change({ content: await saveContent(editor.current) });
        const { blog, ...details } = toForm(change(withoutBlankRows(current())));
        // An article that nobody touched is not sent.
        return current().content === saved.content ? details : { ...details, blog };
      },
      onRefuse,
    },
  );

  return {
    form,
    isChanged,
    newer,
    forgetNewer: () => setNewer(undefined),
    saveOver: (other: OwnSite) => {
      basedOn.current = other.updated_at;
      setNewer(undefined);
      form.props.ref.current!.requestSubmit();
    },
  };
}

/** Leads to the dashboard after a while, unless somebody goes on with their work. */
function useLeaveSoon({ unless }: { unless: boolean }): () => void {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving || unless) return;
    const timer = window.setTimeout(() => void navigate(dashboardPath), LEAVE_MS);
    return () => window.clearTimeout(timer);
  }, [isLeaving, unless, navigate]);
  return () => setLeaving(true);
}
