import { useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import type { EditableGuide } from "#schema/sites/product-guide.ts";
import { forgetKeptPages } from "../../../browser/kept-pages.ts";
import { refreshCached, send } from "../../../data/api.ts";
import { Field } from "../../../forms/field.tsx";
import { FormActions } from "../../../forms/form-actions.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { TextArea } from "../../../forms/text-area.tsx";
import { SERVER_CHECKS, useForm } from "../../../forms/use-form.ts";
import { changedTexts, type GuideDraft, type ListName, type TextName, toDraft } from "./guide-draft.ts";
import { RowsField } from "./rows-field.tsx";

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
    }
    onClose();
  });

  function change(changes: Partial<GuideDraft>) {
    setDraft({ ...draft, ...changes });
    onTouched();
  }
  const text = (name: TextName, label: string, hint?: string) => (
    <Field
      {...{ name, label, hint }}
      value={draft[name]}
      onChange={({ target }) => change({ [name]: target.value })}
      error={form.fields[name]}
    />
  );
  const list = (name: ListName, legend: string, kind: string) => (
    <RowsField
      {...{ name, legend, kind }}
      {...(name === "choices" && { sites })}
      rows={draft[name]}
      error={form.fields[name]}
      onChange={(rows) => change({ [name]: rows })}
    />
  );

  return (
    <form className="form dialog-form" {...form.props}>
      <TextArea
        name="about"
        label="What it is"
        hint="One or two sentences. Blank: the description of its own listing."
        rows={3}
        value={draft.about}
        onChange={({ target }) => change({ about: target.value })}
        error={form.fields["about"]}
      />
      {list("choices", "Which one to choose: this site, if …", "Choice")}
      {text("choices_by", "Choices written by", "The page shows it. Blank: your own name.")}
      {list("why_leave", "Why people leave it", "Reason")}
      {text("export_formats", "Export formats", "With commas between them, such as JSON, CSV.")}
      {list("export_steps", "How people get their data out", "Step")}
      {text("export_link", "Page that explains it")}
      <FormMessage text={form.message} />
      <FormActions busy={form.busy} busyText="Saving…" onCancel={onClose}>
        Save
      </FormActions>
    </form>
  );
}
