import { useEffect, useRef, useState } from "react";
import type { SiteProposal } from "#schema/link-previews.ts";
import { isBlank } from "#schema/text.ts";
import { get } from "../../../api.ts";
import type { SiteDraft } from "./site-draft.ts";

type Texts = Partial<Pick<SiteDraft, "name" | "description">>;

type State = {
  text: string;
  undoable?: Texts;
};

/** Fills in the empty name and description of a site from the page at its link. */
export function useProposal(draft: SiteDraft, change: (changes: Partial<SiteDraft>) => void) {
  const [state, setState] = useState<State>({ text: "" });
  const request = useRef<AbortController>(undefined);
  const asked = useRef(draft.link);
  // The user may type before the response arrives.
  const newest = useRef(draft);
  useEffect(() => {
    newest.current = draft;
  });
  useEffect(() => () => request.current?.abort(), []);

  async function propose(text: string) {
    const link = text.trim();
    if (link === asked.current || !/^https?:\/\/./i.test(link) || !URL.canParse(link)) return;
    asked.current = link;
    request.current?.abort();
    if (Object.keys(textsForEmptyFields(newest.current, { name: "x", description: "x" })).length === 0) return;
    const mine = new AbortController();
    request.current = mine;
    setState({ text: "Reading name and description from the page…" });
    let texts: Texts = {};
    try {
      const query = new URLSearchParams({ url: link });
      texts = textsForEmptyFields(newest.current, await get<SiteProposal>(`sites/proposal/?${query}`, mine.signal));
    } catch {
      // Without a proposal, the user fills in the fields.
    }
    if (mine.signal.aborted) return;
    if (Object.keys(texts).length > 0) change(texts);
    setState(toState(texts));
  }

  function undo() {
    const filled = Object.entries(state.undoable ?? {});
    // A text that the user has changed since is not undone.
    const untouched = filled.filter(([name, text]) => newest.current[name as keyof Texts] === text);
    change(Object.fromEntries(untouched.map(([name]) => [name, ""])));
    setState({ text: "Undone." });
  }

  return { state, propose: (text: string) => void propose(text), undo };
}

export function textsForEmptyFields(draft: SiteDraft, proposal: Required<Texts>): Texts {
  const fits = (name: keyof Texts) => isBlank(draft[name]) && !isBlank(proposal[name]);
  return {
    ...(fits("name") && { name: proposal.name }),
    ...(fits("description") && { description: proposal.description }),
  };
}

function toState(texts: Texts): State {
  const filled = (["name", "description"] as const).filter((name) => name in texts);
  if (filled.length === 0) return { text: "" };
  return { text: `Filled in ${filled.join(" and ")} from the page.`, undoable: texts };
}
