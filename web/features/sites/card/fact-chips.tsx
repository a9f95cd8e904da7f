import { use } from "react";
import type { Facts } from "#schema/facts/facts.ts";
import { FACT_LINE_NAMES, FACT_LINES } from "./fact-lines.ts";
import { ShownListContext } from "./shown-list.ts";

/**
 * The facts that people ask for most. In the table they are its columns, so an unknown fact has an empty entry, and CSS
 * writes "Not stated". Only there stands what all sites of the list state, and "Self-hosted" beside "Free to self-host".
 */
export function FactChips({ facts }: { facts: Facts }) {
  const { filters, shared } = use(ShownListContext);
  const lines = FACT_LINE_NAMES.map((name) => ({ name, text: FACT_LINES[name].text(facts) }));
  if (lines.every(({ text }) => text === "")) return null;
  const isSaidByPrice = lines[0]!.text === "Free to self-host";
  return (
    <ul className="fact-chips">
      {lines.map(({ name, text }) => {
        const isAnswer = FACT_LINES[name].filters.some((filter) => filters[filter]);
        return (
          <li
            key={name}
            className={text ? `chip fact-${name}` : undefined}
            data-answers={(text && isAnswer) || undefined}
            data-shared={shared.includes(text) || (isSaidByPrice && name === "hosting" && !isAnswer) || undefined}
          >
            {text}
          </li>
        );
      })}
    </ul>
  );
}
