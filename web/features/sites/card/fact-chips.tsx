import { createContext, use } from "react";
import type { Facts } from "#schema/facts/facts.ts";
import type { Filters } from "#schema/facts/filters.ts";
import { FACT_LINE_NAMES, FACT_LINES } from "./fact-lines.ts";

/** The filters of the list that is inside. A chip that answers one is green. */
export const AnsweredFilters = createContext<Filters>({});

/**
 * The facts that people ask for most. In the table they are its columns, so an unknown fact has an empty entry, and CSS
 * writes "Not stated".
 */
export function FactChips({ facts }: { facts: Facts }) {
  const answered = use(AnsweredFilters);
  const lines = FACT_LINE_NAMES.map((name) => ({ name, text: FACT_LINES[name].text(facts) }));
  if (lines.every(({ text }) => text === "")) return null;
  return (
    <ul className="fact-chips">
      {lines.map(({ name, text }) => {
        const isAnswer = FACT_LINES[name].filters.some((filter) => answered[filter]);
        return (
          <li
            key={name}
            className={text ? `chip fact-${name}` : undefined}
            data-answers={(text && isAnswer) || undefined}
          >
            {text}
          </li>
        );
      })}
    </ul>
  );
}
