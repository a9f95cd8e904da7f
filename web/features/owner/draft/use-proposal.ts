import { useEffect, useRef, useState } from "react";
import { type FactName, FACT_NAMES } from "#schema/facts/facts.ts";
import { type Listed, ownLinkTaken, type SiteProposal } from "#schema/sites/link-previews.ts";
import { isBlank } from "#schema/values/text.ts";
import { cleanLink } from "#schema/values/web-links.ts";
import { ApiError, get } from "../../../data/api.ts";
import { countText } from "../../../ui/counts.ts";
import { isStated, toDraftFact } from "./draft-facts.ts";
import type { SiteDraft } from "./site-draft.ts";

type Texts = Partial<Pick<SiteDraft, "name" | "description">>;

type State = {
  text: string;
  undoable?: boolean;
};

/** A listed link is answered at once. What takes longer reads its page. */
const SLOW_MS = 2000;

type ProposedFacts = Pick<SiteProposal, "facts" | "fact_sources">;

const NO_FACTS: ProposedFacts = { facts: {}, fact_sources: {} };

export type Proposal = ReturnType<typeof useProposal>;

/**
 * Fills in the empty name and description of a site from the page at its link, and offers the facts that the page or its
 * repository states. The owner confirms each fact.
 */
export function useProposal(draft: SiteDraft, change: (changes: Partial<SiteDraft>) => void, siteId?: number) {
  const [state, setState] = useState<State>({ text: "" });
  const [proposed, setProposed] = useState(NO_FACTS);
  const [listed, setListed] = useState<Listed & { link: string }>();
  const answering = useRef<Promise<Listed | undefined>>(undefined);
  const request = useRef<AbortController>(undefined);
  const asked = useRef(cleanLink(draft.link));
  /** What pages have filled in so far. */
  const filled = useRef<Texts>({});
  // The user may type before the response arrives.
  const newest = useRef(draft);
  useEffect(() => {
    newest.current = draft;
  });
  useEffect(() => () => request.current?.abort(), []);

  function propose(text: string, isAgain: boolean) {
    const link = text.trim();
    if ((link === asked.current && !isAgain) || !/^https?:\/\/./i.test(link) || !URL.canParse(link)) return;
    asked.current = link;
    answering.current = ask(link, isAgain);
  }

  /** Returns the site that has the link already. */
  async function ask(link: string, isAgain: boolean): Promise<Listed | undefined> {
    request.current?.abort();
    const mine = new AbortController();
    request.current = mine;
    setState({ text: "Reading the page…" });
    setProposed(NO_FACTS);
    let texts: Texts = {};
    let found: ProposedFacts & { listed?: Listed } = NO_FACTS;
    try {
      const query = { url: link, ...(siteId !== undefined && { site: siteId }) };
      const proposal = await get("sites/proposal/", { query, signal: mine.signal });
      texts = textsForEmptyFields({ ...newest.current, ...blank(untouched()) }, proposal);
      found = proposal;
    } catch {
      // Without a proposal, the user fills in the fields.
      if (!mine.signal.aborted) setState({ text: "We could not open your page." });
      return undefined;
    }
    if (mine.signal.aborted) return undefined;
    if (Object.keys(texts).length > 0) change(texts);
    filled.current = { ...filled.current, ...texts };
    setProposed(found);
    setListed(found.listed && { ...found.listed, link });
    setState(
      toState(texts, offeredFacts(newest.current, found).length, {
        isNew: siteId === undefined,
        isAgain: isAgain && !found.listed,
      }),
    );
    return found.listed;
  }

  /** @throws ApiError if the user lists the link already. */
  async function requireFree(link: string) {
    if (link !== asked.current || !answering.current) propose(link, true);
    const slow = new Promise<undefined>((resolve) => setTimeout(resolve, SLOW_MS));
    const known = await Promise.race([answering.current, slow]);
    const refusal = refusalOf(known);
    if (refusal) throw new ApiError(409, refusal, { link: refusal });
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

  /** A text that the user has changed since stays. */
  const untouched = () =>
    Object.entries(filled.current).filter(([name, text]) => newest.current[name as keyof Texts] === text);

  function undo() {
    change(blank(untouched()));
    setState({ text: "Undone." });
  }

  return {
    state,
    listed: listed?.link === cleanLink(draft.link) ? { site: listed, refusal: refusalOf(listed) } : undefined,
    requireFree,
    propose: (text: string) => propose(text, false),
    /** Asks although the link has not changed. */
    proposeAgain: () => propose(newest.current.link, true),
    undo,
    facts: offeredFacts(draft, proposed).map((name) => ({
      name,
      value: proposed.facts[name]!,
      source: proposed.fact_sources[name] ?? draft.link,
    })),
    answer,
  };
}

const blank = (texts: [string, string][]) => Object.fromEntries(texts.map(([name]) => [name, ""]));

/** Why the user cannot list the link of the site again. Undefined if it is another owner's. */
const refusalOf = (site: Listed | undefined) => (site && "id" in site ? ownLinkTaken(site.name) : undefined);

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

function toState(texts: Texts, count: number, { isNew, isAgain }: { isNew: boolean; isAgain: boolean }): State {
  const filled = (["name", "description"] as const).filter((name) => name in texts);
  const said = [
    filled.length > 0 && `Filled in ${filled.join(" and ")} from the page.`,
    count > 0 &&
      `The page states ${countText(count, ["fact", "facts"])}. ${isNew ? "You can confirm each after you list the site." : "Please confirm each under “Facts”."}`,
    isAgain && count === 0 && "The page states no facts that are missing here.",
  ];
  return { text: said.filter(Boolean).join(" "), undoable: filled.length > 0 };
}
