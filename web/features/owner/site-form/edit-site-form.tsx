import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { dashboardPath } from "#schema/pages/paths.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { isBlank } from "#schema/values/text.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { showMessage } from "../../../ui/message.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import type { ArticleEditorHandle } from "../../documents/field/article-editor.tsx";
import { AlternativesFields } from "./alternatives-fields.tsx";
import { ConflictDialog } from "../../../forms/conflict-dialog.tsx";
import { readContent } from "./content-field.tsx";
import { ContentTab } from "./content-tab.tsx";
import { addKnownLinks } from "./known-links.ts";
import { DetailsFields } from "./details-fields.tsx";
import { DraftNote } from "../../../forms/draft-note.tsx";
import { LeaveGuard } from "../../../forms/leave-guard.tsx";
import { ImagesField } from "../site-images/images-field.tsx";
import { uploadingText, useImageUploads } from "../site-images/use-image-uploads.ts";
import { isSameArticle } from "../../documents/article-content.ts";
import { FactsTab } from "../site-facts/facts-tab.tsx";
import { COMPLETE, listingGaps } from "../site-facts/listing-gaps.ts";
import { validFacts } from "../draft/draft-facts.ts";
import { toPair } from "../draft/draft-pair.ts";
import { isSame, toForm, tidyDraft, type SiteDraft } from "../draft/site-draft.ts";
import { useDelayedRedirect } from "../../../forms/use-delayed-redirect.ts";
import { useDraft, type DraftStart } from "../../../forms/use-draft.ts";
import { useProposal } from "../draft/use-proposal.ts";
import { useSiteSaving } from "./use-site-saving.ts";

const LEAVE_MS = 2000;

const TABS = ["details", "alternatives", "images", "facts", "content"] as const;
type Tab = (typeof TABS)[number];

type Props = {
  site: EditableSite;
  start: DraftStart<SiteDraft>;
  onReplace: (version: EditableSite) => void;
};

export function EditSiteForm({ site, start, onReplace }: Props) {
  const asked = useSearchParams()[0].get("tab");
  const [tab, openTab] = useState(TABS.find((name) => name === asked) ?? "details");
  const editor = useRef<ArticleEditorHandle>(null);
  const { draft, change, current, status, discard, rebase } = useDraft(start);
  const images = useImageUploads({ current, change });
  const proposal = useProposal(draft, change, site.id);
  const lookForFacts = useEffectEvent(proposal.proposeAgain);
  useEffect(() => {
    if (asked === "facts") lookForFacts();
  }, [asked]);
  const [saved, setSaved] = useState(start.original);
  const latest = useRef(site);
  const [checkedAt, setCheckedAt] = useState(site.facts_checked_at);
  /** Users can type while a save is running, so the current draft can differ from the one that was sent. */
  const sent = useRef(start.original);
  const isChanged = !isSame(draft, saved);
  const isUnsaved = isChanged || images.running > 0;
  const leaveSoon = useDelayedRedirect({ to: dashboardPath, afterMs: LEAVE_MS, isPrevented: isUnsaved });

  const { form, newer, forgetNewer, saveOver } = useSiteSaving({
    site,
    basedOn: start.basedOn ?? site.updated_at,
    async read() {
      await Promise.all([images.settled(), addKnownLinks(current, change)]);
      if (editor.current) change({ content: await readContent(editor.current, "Error saving content") });
      sent.current = change(tidyDraft(current()));
      const { blog, ...details } = toForm(sent.current);
      // An article that did not change is not sent.
      return isSameArticle(current().content, saved.content) ? details : { ...details, blog };
    },
    onSaved(stored) {
      latest.current = stored;
      setCheckedAt(stored.facts_checked_at);
      // Saved once: the owner may say it again another day. A changed fact may have lost its source.
      const isTyped = current().factSources !== sent.current.factSources;
      sent.current = { ...sent.current, factsChecked: false, factSources: stored.fact_sources };
      change({ factsChecked: false, ...(!isTyped && { factSources: stored.fact_sources }) });
      rebase(sent.current, stored.updated_at);
      setSaved(sent.current);
      showMessage("Saved successfully!");
      leaveSoon();
    },
    // The first field with an error may be in a tab that is not open.
    onRefuse({ fields }) {
      const wrong = new Set(Object.keys(fields).map(tabOf));
      const first = TABS.find((name) => wrong.has(name));
      if (first) openTab(first);
      else showMessage("Save failed", { isAlert: true });
    },
  });
  const [previewPlace, setPreviewPlace] = useState<Element | null>(null);
  const fields = { draft, change, problems: form.fields };
  const gaps = listingGaps({
    facts: validFacts(draft.facts),
    alternatives: draft.alternatives
      .filter(({ name }) => !isBlank(name))
      .map(({ name, pair }) => ({ name, ...(pair && toPair(pair)) })),
  });

  function beginWith(version: EditableSite) {
    discard();
    onReplace(version);
  }

  const tabs = [
    {
      name: "details",
      title: "Site Details",
      panel: (
        <div className="form">
          <DetailsFields {...fields} proposal={proposal} />
        </div>
      ),
    },
    {
      name: "alternatives",
      title: "Alternatives",
      panel: (
        <AlternativesFields
          {...fields}
          alternatives={draft.alternatives}
          forgetProblems={form.reset}
          onName={() => void addKnownLinks(current, change)}
          asksPairs
        />
      ),
    },
    {
      name: "images",
      title: "Images",
      panel: (
        <ImagesField
          {...fields}
          current={current}
          images={images}
          forgetProblems={form.reset}
          isOpen={tab === "images"}
        />
      ),
    },
    {
      name: "facts",
      title: "Facts",
      panel: <FactsTab {...fields} current={current} proposal={proposal} checkedAt={checkedAt} />,
    },
    {
      name: "content",
      title: "Blog Content",
      panel: (
        <ContentTab
          {...fields}
          site={site}
          place={previewPlace}
          editor={editor}
          isOpen={tab === "content"}
          error={form.fields["blog.content"]}
        />
      ),
    },
  ] as const;
  return (
    <>
      {gaps.length > 0 && (
        <p className="form-note">
          <span>{COMPLETE}</span>
          {gaps.map(({ tab: of, text }) => (
            // A translated text is replaced, not changed.
            <button key={text} type="button" className="link-button" onClick={() => openTab(of)}>
              {text}
            </button>
          ))}
        </p>
      )}
      <form className="edit-site long-form" {...form.props}>
        <Tabs id="edit" label="Parts of the site" open={tab} onOpen={openTab} tabs={tabs} />
        <FormMessage text={form.message} />
        <div className="form-actions">
          <SubmitButton busy={form.busy} busyText={uploadingText(images) ?? "Saving…"}>
            Save Changes
          </SubmitButton>
        </div>
      </form>
      <div ref={setPreviewPlace} />
      {isChanged && <DraftNote status={status} onDiscard={() => beginWith(latest.current)} />}
      <LeaveGuard isActive={isUnsaved} />
      {newer && (
        <ConflictDialog onClose={forgetNewer} onLoadNewer={() => beginWith(newer)} onKeepMine={() => saveOver(newer)} />
      )}
    </>
  );
}

function tabOf(field: string): Tab {
  if (field.startsWith("alternatives")) return "alternatives";
  if (field.startsWith("fact")) return "facts";
  if (field.startsWith("logo") || field.startsWith("screenshots")) return "images";
  return field.startsWith("blog") ? "content" : "details";
}
