import { useState } from "react";
import { ASKED_FACTS, FACT_GROUPS, type FactName, factOf, GROUP_NAMES, KEY_FACTS } from "#schema/facts/facts.ts";
import { countText } from "../../../ui/counts.ts";
import type { DraftFieldsProps, SiteDraft } from "../draft/site-draft.ts";
import type { Proposal } from "../draft/use-proposal.ts";
import { isStated, validFacts } from "../draft/draft-facts.ts";
import { FactField } from "./fact-field.tsx";
import { FactsMeter } from "./facts-meter.tsx";
import { ProposedFacts } from "./proposed-facts.tsx";
import "../../../ui/disclosure.css";
import "./site-facts.css";

type Props = DraftFieldsProps & {
  /** Returns the latest draft: a control may report a value after a request. */
  current: () => SiteDraft;
  proposal: Proposal;
};

const MORE_FACTS = ASKED_FACTS.filter((name) => !KEY_FACTS.includes(name));
const GROUPS = GROUP_NAMES.map((group) => ({
  group,
  names: MORE_FACTS.filter((name) => factOf(name).group === group),
})).filter(({ names }) => names.length > 0);

export function FactsFields({ draft, change, current, problems, proposal }: Props) {
  const [isOpen, setOpen] = useState(false);
  const hasProblem = MORE_FACTS.some((name) => `facts.${name}` in problems || `fact_sources.${name}` in problems);
  const stated = MORE_FACTS.filter((name) => isStated(draft.facts[name]));
  const fieldOf = (name: FactName) => (
    <FactField
      key={name}
      name={name}
      value={draft.facts[name]}
      source={draft.factSources[name] ?? ""}
      problems={problems}
      onChange={(value) => change({ facts: { ...current().facts, [name]: value } })}
      onSource={(source) => change({ factSources: { ...current().factSources, [name]: source } })}
    />
  );
  return (
    <fieldset className="site-facts" name="facts">
      <legend>Facts (optional)</legend>
      <p className="field-hint">
        People choose and filter by these facts. Leave out what you do not know: pages then say “Not stated”.
      </p>
      <FactsMeter facts={validFacts(draft.facts)} />
      <ProposedFacts proposal={proposal} />
      <div className="fact-fields">{KEY_FACTS.map(fieldOf)}</div>
      <div className="disclosures">
        <details open={isOpen || hasProblem} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>
            <strong>
              More facts
              {stated.length > 0 && (
                <span className="count">{` ${countText(stated.length, ["stated", "stated"])}`}</span>
              )}
            </strong>
          </summary>
          <div>
            {(isOpen || hasProblem) &&
              GROUPS.map(({ group, names }) => (
                <fieldset key={group} className="site-facts">
                  <legend>{FACT_GROUPS[group]}</legend>
                  <div className="fact-fields">{names.map(fieldOf)}</div>
                </fieldset>
              ))}
          </div>
        </details>
      </div>
    </fieldset>
  );
}
