import { useEffect, useRef, useState } from "react";
import { type FactName, FACT_NAMES } from "#schema/facts/facts.ts";
import type { SiteProposal } from "#schema/sites/link-previews.ts";
import { isBlank } from "#schema/values/text.ts";
import { get } from "../../../data/api.ts";
import { countText } from "../../../ui/counts.ts";
import { isStated, toDraftFact } from "./draft-facts.ts";
import type { SiteDraft } from "./site-draft.ts";

type Texts = Partial<Pick<SiteDraft, "name" | "description">>;

type State = {
  text: string;
  undoable?: Texts;
};

type ProposedFacts = Pick<SiteProposal, "facts" | "fact_sources">;

const NO_FACTS: ProposedFacts = { facts: {}, fact_sources: {} };

export type Proposal = ReturnType<typeof useProposal>;

/**
 * Fills in the empty name and description of a site from the page at its link, and offers the facts that the page or its
 * repository states. The owner confirms each fact.
 */
export function useProposal(draft: SiteDraft, change: (changes: Partial<SiteDraft>) => void) {
  const [state, setState] = useState<State>({ text: "" });
  const [proposed, setProposed] = useState(NO_FACTS);
  const request = useRef<AbortController>(undefined);
  const asked = useRef(draft.link);
  // The user may type before the response arrives.
  const newest = useRef(draft);
  useEffect(() => {
    newest.current = draft;
  });
  useEffect(() => () => request.current?.abort(), []);

  async function propose(text: string, isAgain: boolean) {
    const link = text.trim();
    if ((link === asked.current && !isAgain) || !/^https?:\/\/./i.test(link) || !URL.canParse(link)) return;
    asked.current = link;
    request.current?.abort();
    const mine = new AbortController();
    request.current = mine;
    setState({ text: "Reading the page…" });
    setProposed(NO_FACTS);
    let texts: Texts = {};
    let found = NO_FACTS;
    try {
      const proposal = await get("sites/proposal/", { query: { url: link }, signal: mine.signal });
      texts = textsForEmptyFields(newest.current, proposal);
      found = proposal;
    } catch {
      // Without a proposal, the user fills in the fields.
    }
    if (mine.signal.aborted) return;
    if (Object.keys(texts).length > 0) change(texts);
    setProposed(found);
    setState(toState(texts, offeredFacts(newest.current, found).length, isAgain));
  }

  /** Fills in the fact if `isRight`, and offers it no longer. */
  function answer(name: FactName, isRight: boolean) {
    const { [name]: value, ...facts } = proposed.facts;
    setProposed({ ...proposed, facts });
    if (!isRight) return;
    change({
      facts: { ...newest.current.facts, [name]: toDraftFact(name, value) },
      factSources: { ...newest.current.factSources, [name]: proposed.fact_sources[name] },
    });
  }

  function undo() {
    const filled = Object.entries(state.undoable ?? {});
    // A text that the user has changed since is not undone.
    const untouched = filled.filter(([name, text]) => newest.current[name as keyof Texts] === text);
    change(Object.fromEntries(untouched.map(([name]) => [name, ""])));
    setState({ text: "Undone." });
  }

  return {
    state,
    propose: (text: string) => void propose(text, false),
    /** Asks although the link has not changed. */
    proposeAgain: () => void propose(newest.current.link, true),
    undo,
    facts: offeredFacts(draft, proposed).map((name) => ({
      name,
      value: proposed.facts[name]!,
      source: proposed.fact_sources[name] ?? draft.link,
    })),
    answer,
  };
}

export function textsForEmptyFields(draft: SiteDraft, proposal: Required<Texts>): Texts {
  const fits = (name: keyof Texts) => isBlank(draft[name]) && !isBlank(proposal[name]);
  return {
    ...(fits("name") && { name: proposal.name }),
    ...(fits("description") && { description: proposal.description }),
  };
}

/** Those that the owner has not stated. */
const offeredFacts = (draft: SiteDraft, { facts }: ProposedFacts) =>
  FACT_NAMES.filter((name) => name in facts && !isStated(draft.facts[name]));

function toState(texts: Texts, count: number, isAgain: boolean): State {
  const filled = (["name", "description"] as const).filter((name) => name in texts);
  const said = [
    filled.length > 0 && `Filled in ${filled.join(" and ")} from the page.`,
    count > 0 && `The page states ${countText(count, ["fact", "facts"])}. Please confirm each under “Facts”.`,
    isAgain && count === 0 && "The page states no facts that are missing here.",
  ];
  return { text: said.filter(Boolean).join(" "), ...(filled.length > 0 && { undoable: texts }) };
}
