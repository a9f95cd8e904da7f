import type { ComponentType } from "react";
import { Link } from "react-router";
import type { AdminModelPage } from "#schema/admin.ts";
import { editBlogPath, editSitePath, productPath } from "#schema/pages/paths.ts";
import { AnswerForm } from "./record/answer-form.tsx";
import type { EditorProps } from "./record/record-editor.tsx";
import { canEdit, MOST_COLUMNS } from "./record/fields.ts";
import type { RowActionProps } from "./record/use-record-changes.ts";
import { MakeSynonym } from "./make-synonym.tsx";
import { MergeProduct } from "./merge-product.tsx";
import { NameProduct } from "./name-product.tsx";

/** Extra buttons in the rows of some models, by `app/model`. */
export const ROW_ACTIONS: Record<string, ComponentType<RowActionProps>> = {
  "sites/site": ({ record, name }) => <OpenEditor to={editSitePath(record.id)} name={name} />,
  "sites/product": ProductActions,
  "search/search": SearchActions,
  "blogs/post": ({ record, name }) => <OpenEditor to={editBlogPath(String(record["slug"]))} name={name} />,
};

/** Forms of some models, instead of that of the fields. */
export const EDITORS: Record<string, ComponentType<EditorProps>> = { "contact/message": AnswerForm };

export const hasActions = (
  model: string,
  { fields, can_delete: canDelete }: Pick<AdminModelPage, "fields" | "can_delete">,
) => canDelete || model in ROW_ACTIONS || canEdit(fields) || fields.length > MOST_COLUMNS;

/** Whether other records are deleted together with one of this model, `app/model`. */
export const hasBelongings = (model: string) => ["accounts/user", "sites/site", "blogs/post"].includes(model);

function ProductActions(props: RowActionProps) {
  const { slug, site_count: count } = props.record;
  return (
    <>
      {count !== 0 && <OpenEditor text="Guide" to={productPath(String(slug))} name={props.name} />}
      <MergeProduct {...props} />
    </>
  );
}

function SearchActions(props: RowActionProps) {
  return (
    <>
      <MakeSynonym {...props} />
      <NameProduct {...props} />
    </>
  );
}

function OpenEditor({ text = "Article", to, name }: { text?: string; to: string; name: string }) {
  return (
    <Link className="button" to={to}>
      {text}
      <span className="visually-hidden">{` of ${name}`}</span>
    </Link>
  );
}
