import type { AdminField, AdminValue } from "#schema/admin.ts";
import { Time } from "../../../ui/time.tsx";
import { ChangeList } from "./change-list.tsx";
import { isEmpty } from "./fields.ts";
import { statedText } from "./stated-text.ts";

type Props = { field: AdminField; value: AdminValue | undefined };

export function FieldValue({ field: { name, kind, choices }, value }: Props) {
  if (isEmpty(value)) {
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">None</span>
      </>
    );
  }
  switch (kind) {
    case "boolean":
      return value ? "Yes" : "No";
    case "choice":
      return choices?.[String(value)] ?? value;
    case "date":
      return <Time at={String(value)} />;
    case "number":
      return <span className="count">{value}</span>;
    case "changes":
      return <ChangeList json={String(value)} />;
    case "text":
      return /^(?:https?:\/\/|\/media\/|\/api\/payments\/)/.test(String(value)) ? (
        <a href={String(value)} target="_blank" rel="noopener noreferrer">
          {value}
        </a>
      ) : (
        value
      );
    case "long_text":
      return <LongText text={String(value)} />;
    case "facts":
      return <LongText text={statedText(name, String(value))} />;
  }
}

export const ReadOnlyField = ({ field, value }: Props) => (
  <dl className="fact">
    <dt>{field.label}</dt>
    <dd>
      <bdi>
        <FieldValue field={field} value={value} />
      </bdi>
    </dd>
    {field.hint && <dd className="field-hint">{field.hint}</dd>}
  </dl>
);

/** Longer texts are collapsed to their first SUMMARY_LENGTH characters. */
const FULL_TEXT_MAX = 600;
const SUMMARY_LENGTH = 200;

function LongText({ text }: { text: string }) {
  if (text.length <= FULL_TEXT_MAX) return <span className="long-text">{text}</span>;
  const start = text.slice(0, SUMMARY_LENGTH).replace(/\S*$/, "") || text.slice(0, SUMMARY_LENGTH);
  return (
    <details className="long-text">
      <summary>{start}</summary>
      {text.slice(start.length)}
    </details>
  );
}
