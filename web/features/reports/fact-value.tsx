import { useState } from "react";
import type { FactName, Facts } from "#schema/facts/facts.ts";
import { toDraftFact, toFactsInput } from "../owner/draft/draft-facts.ts";
import { FactControl } from "../owner/site-facts/fact-control.tsx";
import "../owner/site-facts/site-facts.css";

type Props = { fact: FactName; facts: Facts; error: string | undefined; onChange: (value: unknown) => void };

/** The control for a fact, as owners have it in their form. Null: not stated. */
export default function FactValue({ fact, facts, error, onChange }: Props) {
  const [draft, setDraft] = useState(() => (fact in facts ? toDraftFact(fact, facts[fact]) : undefined));
  return (
    <FactControl
      name={fact}
      path={`facts.${fact}`}
      value={draft}
      error={error}
      onChange={(next) => {
        setDraft(next);
        onChange(toFactsInput({ [fact]: next })[fact] ?? null);
      }}
    />
  );
}
