import type { AdminField, AdminValue } from "#schema/admin.ts";
import { Time } from "../../../ui/time.tsx";
import { ChangeList } from "./change-list.tsx";
import { isEmpty } from "./fields.ts";

type Props = { field: AdminField; value: AdminValue | undefined };

export function FieldValue({ field: { kind, choices }, value }: Props) {
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
      return /^(?:https?:\/\/|\/media\/)/.test(String(value)) ? (
        <a href={String(value)} target="_blank" rel="noopener noreferrer">
          {value}
        </a>
      ) : (
        value
      );
    case "long_text":
      return <LongText text={String(value)} />;
  }
}

/** The most characters that a table row shows in full, and how many of a longer text it shows at first. */
const SHORT_MAX = 600;
const START_MAX = 200;

/** A text. If it is long, the row shows its start, and the user can open the rest. */
function LongText({ text }: { text: string }) {
  if (text.length <= SHORT_MAX) return <span className="long-text">{text}</span>;
  const start = text.slice(0, START_MAX).replace(/\S*$/, "") || text.slice(0, START_MAX);
  return (
    <details className="long-text">
      <summary>{start}</summary>
      {text.slice(start.length)}
    </details>
  );
}
