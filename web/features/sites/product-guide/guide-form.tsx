import { useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import type { EditableGuide } from "#schema/sites/product-guide.ts";
import { forgetKeptPages } from "../../../browser/kept-pages.ts";
import { refreshCached, send } from "../../../data/api.ts";
import { Field } from "../../../forms/field.tsx";
import { FormActions } from "../../../forms/form-actions.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { TextArea } from "../../../forms/text-area.tsx";
import { UrlField } from "../../../forms/url-field.tsx";
import { SERVER_CHECKS, useForm } from "../../../forms/use-form.ts";
import { blankChoice, blankLine, changedTexts, type ChoiceRow, type GuideDraft, toDraft } from "./guide-draft.ts";
import { RowsField } from "./rows-field.tsx";

type Props = { guide: EditableGuide; onTouched: () => void; onClose: () => void };

/** What staff write for the page of a product. */
export function GuideForm({ guide, onTouched, onClose }: Props) {
  const { record, sites } = guide;
  const [draft, setDraft] = useState(() => toDraft(guide));
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const form = useForm(
    SERVER_CHECKS,
    async () => {
      const body = changedTexts(draft, record);
      if (Object.keys(body).length > 0) {
        await send("PATCH", ":app/:model/:id/", { params: { app: "sites", model: "product", id: record.id }, body });
        await refreshCached(`pages${pathname}${search}`).catch(() => {});
        forgetKeptPages();
        await revalidate();
      }
      onClose();
    },
    { read: () => null },
  );

  function change(changes: Partial<GuideDraft>) {
    setDraft({ ...draft, ...changes });
    onTouched();
  }

  const isFree =
    (row: ChoiceRow) =>
    ({ slug }: { slug: string }) =>
      slug === row.slug || draft.choices.every((other) => other.slug !== slug);

  return (
    <form className="form dialog-form" {...form.props}>
      <TextArea
        name="about"
        label="What it is"
        hint="One or two sentences. Blank: the description of its own listing."
        rows={3}
        autoFocus
        value={draft.about}
        onChange={({ target }) => change({ about: target.value })}
        error={form.fields["about"]}
      />
      <RowsField
        name="choices"
        legend="Which one to choose"
        row="Choice"
        rows={draft.choices}
        blank={blankChoice}
        error={form.fields["choices"]}
        onChange={(choices) => change({ choices })}
      >
        {(row, control, changeRow) => (
          <>
            <select {...control} value={row.slug} onChange={({ target }) => changeRow({ slug: target.value })}>
              <option value="">Choose…</option>
              {row.slug && !sites.some(({ slug }) => slug === row.slug) && (
                <option value={row.slug}>{row.slug} (not public)</option>
              )}
              {sites.filter(isFree(row)).map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
            <span>if</span>
            <input
              aria-label={`${control["aria-label"]}: if`}
              placeholder="you want topics"
              value={row.text}
              onChange={({ target }) => changeRow({ text: target.value })}
            />
          </>
        )}
      </RowsField>
      <Field
        name="choices_by"
        label="Choices written by"
        hint="The page shows it. Blank: your own name."
        value={draft.by}
        onChange={({ target }) => change({ by: target.value })}
        error={form.fields["choices_by"]}
      />
      <RowsField
        name="why_leave"
        legend="Why people leave it"
        row="Reason"
        rows={draft.reasons}
        blank={blankLine}
        error={form.fields["why_leave"]}
        onChange={(reasons) => change({ reasons })}
      >
        {(row, control, changeRow) => (
          <input {...control} value={row.text} onChange={({ target }) => changeRow({ text: target.value })} />
        )}
      </RowsField>
      <Field
        name="export_formats"
        label="Export formats"
        hint="With commas between them, such as JSON, CSV."
        value={draft.formats}
        onChange={({ target }) => change({ formats: target.value })}
        error={form.fields["export_formats"]}
      />
      <RowsField
        name="export_steps"
        legend="How people get their data out"
        row="Step"
        rows={draft.steps}
        blank={blankLine}
        error={form.fields["export_steps"]}
        onChange={(steps) => change({ steps })}
      >
        {(row, control, changeRow) => (
          <input {...control} value={row.text} onChange={({ target }) => changeRow({ text: target.value })} />
        )}
      </RowsField>
      <UrlField
        name="export_link"
        label="Page that explains it"
        value={draft.link}
        onType={(link) => change({ link })}
        error={form.fields["export_link"]}
      />
      <FormMessage text={form.message} />
      <FormActions busy={form.busy} busyText="Saving…" onCancel={onClose}>
        Save
      </FormActions>
    </form>
  );
}
