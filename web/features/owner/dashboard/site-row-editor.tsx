import { useRef, useState } from "react";
import type { OwnerSiteSummary } from "#schema/sites/sites.ts";
import { UrlField } from "../../../forms/url-field.tsx";
import { Field } from "../../../forms/field.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { FormActions } from "../../../forms/form-actions.tsx";
import { showMessage } from "../../../ui/message.tsx";
import { AlternativesFields } from "../site-form/alternatives-fields.tsx";
import { addKnownLinks } from "../site-form/known-links.ts";
import { ConflictDialog } from "../../../forms/conflict-dialog.tsx";
import { isSame, tidyDraft, toDraft, toForm, type SiteDraft } from "../draft/site-draft.ts";
import { useSiteSaving } from "../site-form/use-site-saving.ts";

type Props = {
  site: OwnerSiteSummary;
  onLoadNewer: (site: OwnerSiteSummary) => void;
  onClose: () => void;
};

export function SiteRowEditor({ site, onLoadNewer, onClose }: Props) {
  const [draft, setDraft] = useState(() => toDraft(site));
  // Users can type while a save is running, so the draft can differ from the one that was sent.
  const newest = useRef(draft);
  const sent = useRef(draft);
  function change(changes: Partial<SiteDraft>) {
    newest.current = { ...newest.current, ...changes };
    setDraft(newest.current);
  }
  const completeLinks = () => addKnownLinks(() => newest.current, change);
  const { form, newer, forgetNewer, saveOver } = useSiteSaving({
    site,
    basedOn: site.updated_at,
    async read() {
      await completeLinks();
      change(tidyDraft(newest.current));
      sent.current = newest.current;
      const { name, link, description, category, alternatives } = toForm(sent.current);
      return { name, link, description, category, alternatives };
    },
    onSaved() {
      showMessage("Saved successfully!");
      if (isSame(newest.current, sent.current)) onClose();
    },
  });
  return (
    <>
      <form className="form row-editor" aria-label={`Edit ${site.name}`} {...form.props}>
        <FormMessage text={form.message} />
        <div className="form-row">
          <Field
            name="name"
            label="Site name"
            // The button that opened this form is gone. It had the focus.
            autoFocus
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
            error={form.fields["name"]}
          />
          <UrlField
            name="link"
            label="URL"
            value={draft.link}
            onType={(link) => change({ link })}
            error={form.fields["link"]}
          />
        </div>
        <AlternativesFields
          alternatives={draft.alternatives}
          change={change}
          problems={form.fields}
          forgetProblems={form.reset}
          onName={() => void completeLinks()}
        />
        <FormActions busy={form.busy} busyText="Saving…" onCancel={onClose}>
          Save
        </FormActions>
      </form>
      {newer && (
        <ConflictDialog
          onClose={forgetNewer}
          onLoadNewer={() => onLoadNewer(newer)}
          onKeepMine={() => saveOver(newer)}
        />
      )}
    </>
  );
}
