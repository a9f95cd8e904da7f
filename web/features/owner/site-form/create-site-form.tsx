import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { validateForm } from "#schema/values/validate-form.ts";
import type { User } from "#schema/accounts/accounts.ts";
import { newSiteForm, siteForm } from "#schema/sites/site-form.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { useForm } from "../../../forms/use-form.ts";
import type { ArticleEditorHandle } from "../../documents/field/article-editor.tsx";
import { AlternativesFields } from "./alternatives-fields.tsx";
import { renameHeading } from "./article-template.ts";
import { ContentField, readContent } from "./content-field.tsx";
import { createSite } from "../calls.ts";
import { SiteCreated } from "./site-created.tsx";
import { DetailsFields } from "./details-fields.tsx";
import { DraftNote } from "../../../forms/draft-note.tsx";
import { LeaveGuard } from "../../../forms/leave-guard.tsx";
import { ImagesField } from "../site-images/images-field.tsx";
import { uploadingText, useImageUploads } from "../site-images/use-image-uploads.ts";
import { FinishStep } from "./finish-step.tsx";
import { addKnownLinks } from "./known-links.ts";
import { LiveCard } from "./live-card.tsx";
import { SitePreview } from "./site-preview.tsx";
import { loadEditorAhead } from "../../documents/field/load-editor.ts";
import { isEmptyArticle } from "../../documents/article-content.ts";
import { toForm, tidyDraft, type SiteDraft } from "../draft/site-draft.ts";
import { StepList, StepTitle, useStep, useStepFocus, type Step } from "./steps.tsx";
import { useDraft, type DraftStart } from "../../../forms/use-draft.ts";
import { useProposal } from "../draft/use-proposal.ts";

type Props = { user: User; start: DraftStart<SiteDraft> };

const RULES = {
  details: z.pick(siteForm, { name: true, link: true, description: true, category: true, alternatives: true }),
  content: z.pick(newSiteForm, { blog: true }),
  finish: newSiteForm,
};
const PREVIOUS: Record<Step, Step> = { details: "details", content: "details", finish: "content" };

/** One draft holds the input of all steps. The last step sends it. */
export function CreateSiteForm({ user, start }: Props) {
  const [created, setCreated] = useState<EditableSite>();
  const { draft, change, current, status, discard } = useDraft(start);
  const images = useImageUploads({ current, change });
  const proposal = useProposal(draft, change);
  const editor = useRef<ArticleEditorHandle>(null);
  const { step, goTo } = useStep((before) =>
    before === "details" ? validateForm(RULES.details, toForm(tidyDraft(draft))).ok : !isEmptyArticle(draft.content),
  );

  const form = useForm(
    RULES[step],
    async (input) => {
      if (step === "details") {
        await proposal.requireFree(current().link.trim());
        return goTo("content");
      }
      if (step === "content") return goTo("finish");
      const site = await createSite(input);
      discard();
      setCreated(site);
    },
    {
      async read() {
        await Promise.all([images.settled(), addKnownLinks(current, change)]);
        if (step === "content") change({ content: await readContent(editor.current, "Error validating content") });
        return toForm(change(tidyDraft(current())));
      },
      onRefuse: ({ fields }) => {
        const [first] = Object.keys(fields);
        const isOfImage = first?.startsWith("logo") || first?.startsWith("screenshots");
        if (step === "finish" && first && !isOfImage) goTo(first.startsWith("blog") ? "content" : "details");
      },
    },
  );
  useStepFocus(step, form.props.ref);
  useEffect(loadEditorAhead, []);

  if (created) return <SiteCreated site={created} isStaff={user.is_staff || user.is_superuser} />;
  return (
    <div>
      <form className={`form long-form ${step === "details" ? "beside-card" : ""}`} {...form.props}>
        <StepList step={step} />
        <StepTitle step={step} />
        <FormMessage text={form.message} />
        {step === "details" && (
          <>
            <DetailsFields draft={draft} change={change} problems={form.fields} proposal={proposal} />
            <AlternativesFields
              alternatives={draft.alternatives}
              change={({ alternatives = draft.alternatives }) =>
                change({ alternatives, content: renameHeading(draft.content, draft.alternatives, alternatives) })
              }
              problems={form.fields}
              forgetProblems={form.reset}
              onName={() => void addKnownLinks(current, change)}
            />
            <LiveCard draft={draft} />
          </>
        )}
        {step === "content" && (
          <ContentField editor={editor} draft={draft} change={change} error={form.fields["blog.content"]} />
        )}
        {step === "finish" && (
          <>
            <FinishStep draft={draft} />
            <ImagesField
              draft={draft}
              change={change}
              current={current}
              images={images}
              problems={form.fields}
              forgetProblems={form.reset}
            />
          </>
        )}
        <div className="form-actions">
          {step !== "details" && (
            <button type="button" className="button" onClick={() => goTo(PREVIOUS[step])}>
              Back
            </button>
          )}
          <SubmitButton
            busy={form.busy}
            busyText={uploadingText(images) ?? (step === "finish" ? "Listing…" : "Checking…")}
          >
            {step === "finish" ? "List this site" : "Continue"}
          </SubmitButton>
        </div>
      </form>
      {step === "finish" && <SitePreview draft={draft} />}
      <DraftNote
        status={status}
        onDiscard={() => {
          images.cancelAll();
          change(start.original);
          discard();
          form.reset();
        }}
      />
      <LeaveGuard isActive={images.running > 0} title="Leave before the images are uploaded?">
        The rest is kept in your draft. You can choose these images again later.
      </LeaveGuard>
    </div>
  );
}
