import { useRef } from "react";
import { factText } from "#schema/facts/fact-texts.ts";
import { type FactName, factOf } from "#schema/facts/facts.ts";
import { hostOf } from "#schema/values/links.ts";
import type { Proposal } from "../draft/use-proposal.ts";

/** Facts that the site's page or repository states. None is filled in until the owner says so. */
export function ProposedFacts({ proposal: { facts, answer } }: { proposal: Proposal }) {
  const list = useRef<HTMLElement>(null);
  if (facts.length === 0) return null;

  function settle(name: FactName, isRight: boolean) {
    answer(name, isRight);
    // The pressed button is removed from the page.
    list.current!.focus();
  }

  return (
    <section ref={list} className="proposed-facts" aria-labelledby="proposed-facts" tabIndex={-1}>
      <strong id="proposed-facts">Your page says</strong>
      <ul>
        {facts.map(({ name, value, source }) => (
          <li key={name}>
            <p>
              {factOf(name).label}: <strong>{factText(name, value)}</strong>{" "}
              <a href={source} target="_blank" rel="noopener noreferrer">
                {hostOf(source)}
                <span className="visually-hidden">{` states ${factOf(name).label} (opens in a new tab)`}</span>
              </a>
            </p>
            <span className="actions">
              <button type="button" className="button" onClick={() => settle(name, true)}>
                Use this<span className="visually-hidden">{` for ${factOf(name).label}`}</span>
              </button>
              <button type="button" className="button" onClick={() => settle(name, false)}>
                No<span className="visually-hidden">{` to ${factOf(name).label}`}</span>
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
