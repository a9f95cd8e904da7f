import type { AdminField, AdminValue } from "#schema/admin.ts";
import { Time } from "../../../ui/time.tsx";
import { ChangeList } from "./change-list.tsx";
import { isEmpty } from "./fields.ts";

type Props = { field: AdminField; value: AdminValue | undefined };

/** A value to be read. */
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

/** As much as a row of the table bears, and how much of a longer text it shows at first. */
const SHORT_MAX = 600;
const START_MAX = 200;

/** Whole, or from its beginning on if it would push the next records away. */
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
