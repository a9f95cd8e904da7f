import type { AdminValue } from "#schema/admin.ts";
import { Time } from "../../../ui/time.tsx";
import { listChanges, type FieldChange } from "./changes.ts";
import { isEmpty, toLabel } from "./fields.ts";
import { isStated, statedText, suggestedText } from "./stated-text.ts";

/** More changes than this are collapsed. The entry of a deletion lists all fields of the record. */
const SHOWN_CHANGES = 4;

/** `json` is an `AdminChanges`. */
export function ChangeList({ json }: { json: string }) {
  const changes = listChanges(json);
  const list = (
    <ul className="changes">
      {changes.map((change) => (
        <li key={change.name}>
          <span className="change-name">{toLabel(change.name)}</span> <Change {...change} />
        </li>
      ))}
    </ul>
  );
  if (changes.length <= SHOWN_CHANGES) return list;
  return (
    <details>
      <summary>{changes.length} fields</summary>
      {list}
    </details>
  );
}

function Change({ name, before, after }: FieldChange) {
  if (after === undefined) return <Value name={name} value={before} />;
  if (before === undefined) return <Value name={name} value={after} />;
  return (
    <>
      <del>
        <Value name={name} value={before} />
      </del>{" "}
      <span aria-hidden="true">→</span>
      <span className="visually-hidden">changed to</span>{" "}
      <ins>
        <Value name={name} value={after} />
      </ins>
    </>
  );
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function Value({ name, value }: { name: string; value: AdminValue | undefined }) {
  if (isEmpty(value)) return "empty";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string" && ISO_TIME.test(value)) return <Time at={value} />;
  if (isStated(name) && typeof value === "string") return statedText(name, value).replaceAll("\n", "; ");
  return suggestedText(name, value);
}
