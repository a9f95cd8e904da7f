import { useState } from "react";
import { type FactName, factOf } from "#schema/facts/facts.ts";
import type { Said } from "#schema/sites/reports.ts";
import { CATEGORY_LABELS } from "#schema/sites/sites.ts";
import { Field } from "../../forms/field.tsx";
import { SelectField } from "../../forms/select-field.tsx";
import { TextArea } from "../../forms/text-area.tsx";
import { toDraftFact, toFactsInput } from "../owner/draft/draft-facts.ts";
import { FactControl } from "../owner/site-facts/fact-control.tsx";
import "../owner/site-facts/site-facts.css";

const LABELS: Record<string, string> = {
  name: "Name",
  link: "Link",
  description: "Description",
  category: "Category",
  alternatives: "What it replaces",
};

const factIn = (field: string) => (field.startsWith("facts.") ? (field.slice("facts.".length) as FactName) : undefined);
export const labelOf = (field: string) => LABELS[field] ?? factOf(factIn(field)!).label;

export const optionOf = (value: string, label: string) => (
  <option key={value} value={value}>
    {label}
  </option>
);

type Product = { name: string; link: string };
type Props = { field: string; said: Said; errors: Record<string, string> };

/** Begins with what the page says. */
export function SuggestedValue({ field, said, errors }: Props) {
  const fact = factIn(field);
  if (fact) return <FactValue fact={fact} said={said[field]} error={errors[field]} />;
  const name = `changes.${field}`;
  const control = { name, label: LABELS[field], error: errors[name], defaultValue: String(said[field]) };
  if (field === "category") return <SelectField {...control} options={CATEGORY_LABELS} />;
  if (field !== "alternatives") return <Field {...control} />;
  const lines = (said[field] as Product[]).map((product) => `${product.name} ${product.link}`);
  return (
    <TextArea
      {...control}
      rows={6}
      defaultValue={lines.join("\n")}
      hint="One product per line: its name, then its link."
    />
  );
}

type FactProps = { fact: FactName; said: unknown; error: string | undefined };

/** The control for a fact, as owners have it in their form. `fact` has its value in JSON. */
function FactValue({ fact, said, error }: FactProps) {
  const [draft, setDraft] = useState(() => (said === null ? undefined : toDraftFact(fact, said)));
  return (
    <>
      <FactControl name={fact} path={`facts.${fact}`} value={draft} error={error} onChange={setDraft} />
      <input type="hidden" name="fact" value={JSON.stringify(toFactsInput({ [fact]: draft })[fact] ?? null)} />
    </>
  );
}

/** Returns what the form says: a value for `changes`. */
export function valueIn(field: string, typed: Record<string, string>): unknown {
  if (factIn(field)) return JSON.parse(typed["fact"]!);
  const text = typed[`changes.${field}`] ?? "";
  if (field !== "alternatives") return text;
  return text.split("\n").flatMap((line): Product[] => {
    const words = line.trim().split(/\s+/);
    const link = words.length > 1 ? words.pop()! : "";
    return line.trim() ? [{ name: words.join(" "), link }] : [];
  });
}
