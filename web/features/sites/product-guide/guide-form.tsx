import { useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import type { EditableGuide } from "#schema/sites/product-guide.ts";
import { forgetKeptPages } from "../../../browser/kept-pages.ts";
import { refreshCached, send } from "../../../data/api.ts";
import { showMessage } from "../../../ui/message.tsx";
import { Field } from "../../../forms/field.tsx";
import { FormActions } from "../../../forms/form-actions.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { TextArea } from "../../../forms/text-area.tsx";
import { SERVER_CHECKS, useForm } from "../../../forms/use-form.ts";
import { ChoicesField } from "./choices-field.tsx";
import { changedTexts, type GuideDraft, type TextName, toDraft } from "./guide-draft.ts";

type Props = { guide: EditableGuide; onTouched: () => void; onClose: () => void };

/** What staff write for the page of a product. */
export function GuideForm({ guide: { record, sites }, onTouched, onClose }: Props) {
  const [draft, setDraft] = useState(() => toDraft(record));
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const form = useForm(SERVER_CHECKS, async () => {
    const body = changedTexts(draft, record);
    if (Object.keys(body).length > 0) {
      await send("PATCH", ":app/:model/:id/", { params: { app: "sites", model: "product", id: record.id }, body });
      await refreshCached(`pages${pathname}${search}`).catch(() => {});
      forgetKeptPages();
      await revalidate();
      showMessage("The guide is saved.");
    }
    onClose();
  });

  function change(changes: Partial<GuideDraft>) {
    setDraft({ ...draft, ...changes });
    onTouched();
  }
  const control = (name: TextName) => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    error: form.fields[name],
  });

  return (
    <form className="form dialog-form" {...form.props}>
      <TextArea
        {...control("about")}
        label="What it is"
        hint="One or two sentences. Blank: the description of its own listing."
        rows={3}
      />
      <ChoicesField
        rows={draft.choices}
        sites={sites}
        error={form.fields["choices"]}
        onChange={(choices) => change({ choices })}
      />
      <Field {...control("choices_by")} label="Choices written by" hint="The page shows it. Blank: your own name." />
      <TextArea {...control("why_leave")} label="Why people leave it" hint="One reason a line." rows={4} />
      <Field
        {...control("export_formats")}
        label="Export formats"
        hint="With commas between them, such as JSON, CSV."
      />
      <TextArea {...control("export_steps")} label="How people get their data out" hint="One step a line." rows={4} />
      <Field {...control("export_link")} label="Page that explains it" />
      <FormMessage text={form.message} />
      <FormActions busy={form.busy} busyText="Saving…" onCancel={onClose}>
        Save
      </FormActions>
    </form>
  );
}
