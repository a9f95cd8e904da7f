import { useRef, useState } from "react";
import type { OwnSite } from "#schema/sites.ts";
import { FormMessage } from "../../forms/form-message.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { ArticleEditorHandle } from "../documents/article-editor.tsx";
import { AlternativesFields } from "./alternatives-fields.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { ContentTab } from "./content-tab.tsx";
import { DetailsFields } from "./details-fields.tsx";
import { DraftNote } from "./draft-note.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import type { SiteDraft } from "./site-draft.ts";
import { useDraft } from "./use-draft.ts";
import { useSiteSaving } from "./use-site-saving.ts";

type Props = {
  site: OwnSite;
  /** What the fields begin with: the site, or the draft of its changes. */
  start: SiteDraft;
  draftKey: string;
  /** Begins anew with the site, in this version. */
  onLoad: (site: OwnSite) => void;
};

type Tab = "details" | "alternatives" | "content";

/** Changes a site in three tabs, saved together. */
export function EditSiteForm({ site, start, draftKey, onLoad }: Props) {
  const [tab, openTab] = useState<Tab>("details");
  const editor = useRef<ArticleEditorHandle>(null);
  const kept = useDraft(start, draftKey, site.updated_at);
  const { form, isChanged, newer, forgetNewer, saveOver } = useSiteSaving({
    site,
    draft: kept,
    editor,
    // What is wrong may stand in a tab that is not open.
    onRefuse({ fields }) {
      const [first] = Object.keys(fields);
      if (first) openTab(tabOf(first));
    },
  });
  const fields = { draft: kept.draft, change: kept.change, problems: form.fields };

  function beginWith(version: OwnSite) {
    kept.drop();
    onLoad(version);
  }

  const tabs = [
    { name: "details", title: "Site Details", panel: <DetailsFields {...fields} /> },
    {
      name: "alternatives",
      title: "Alternatives",
      panel: <AlternativesFields {...fields} alternatives={kept.draft.alternatives} forgetProblems={form.reset} />,
    },
    {
      name: "content",
      title: "Blog Content",
      panel: <ContentTab {...fields} editor={editor} isOpen={tab === "content"} error={form.fields["blog.content"]} />,
    },
  ] as const;
  return (
    <>
      <form className="edit-site" {...form.props}>
        <Tabs id="edit" label="Parts of the site" open={tab} onOpen={openTab} tabs={tabs} />
        <FormMessage text={form.message} />
        <div className="form-actions">
          <SubmitButton busy={form.busy} busyText="Saving…">
            Save Changes
          </SubmitButton>
        </div>
      </form>
      {isChanged && <DraftNote isKept={kept.isKept} onDiscard={() => beginWith(site)} />}
      <LeaveGuard isActive={isChanged} />
      {newer && (
        <ConflictDialog onClose={forgetNewer} onLoadNewer={() => beginWith(newer)} onKeepMine={() => saveOver(newer)} />
      )}
    </>
  );
}

function tabOf(field: string): Tab {
  if (field.startsWith("alternatives")) return "alternatives";
  return field.startsWith("blog") ? "content" : "details";
}
