import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate, useNavigation } from "react-router";
import { withQuery } from "#schema/pages/paths.ts";
import { get } from "../../../data/api.ts";
import { isTyping } from "../../../ui/combobox.tsx";

/** With the way to the server, results follow within about 200 ms. */
const SEARCH_DEBOUNCE_MS = 60;

/** `isTyped`: the history entry comes from typing, and the form was not submitted since. */
export type TypedState = { isTyped?: boolean } | null;

/**
 * Makes a search form navigate to `path` while the user types, with all its fields in the query. `words` is the query in
 * the URL. If a link or the back button changes it, the field changes too.
 *
 * All letters typed before a submit share one history entry, so the back button leads to the list before typing.
 */
export function useLiveSearch(path: string, words: string) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number>(undefined);
  const asking = useRef(new AbortController());
  // The words that the page shows, and those that were sent since.
  const sent = useRef([words]);
  const navigate = useNavigate();
  const target = useNavigation().location?.pathname;

  /** What was typed before must not replace what is asked for now. */
  const forgetTyped = () => {
    window.clearTimeout(timer.current);
    asking.current.abort();
  };

  const go = (isTyped: boolean) => {
    forgetTyped();
    const values = valuesOf(form.current!);
    sent.current.push(values["q"]?.[0] ?? "");
    const to = withQuery(path, values);
    const { pathname, search } = window.location;
    const wasTyped = typedState()?.isTyped === true;
    const isSame = to === pathname + search;
    void navigate(to, {
      replace: isSame || (isTyped && wasTyped),
      preventScrollReset: true,
      // A pressed box stays pressed: React sets it back if the chosen query follows later.
      flushSync: !isTyped,
      state: { isTyped: isTyped && (wasTyped || !isSame) } satisfies TypedState,
    });
  };
  const search = () => go(false);
  /** If all that was typed is the name of a product, or of some sites to compare, its page follows the list. */
  const openAnswer = async () => {
    asking.current = new AbortController();
    const { signal } = asking.current;
    const asked = get("pages/search/", { query: valuesOf(form.current!), signal });
    const { path: answer } = await asked.catch(() => ({ path: null }));
    if (answer !== null && !signal.aborted) void navigate(answer);
  };
  const searchSoon = () => {
    forgetTyped();
    timer.current = window.setTimeout(go, SEARCH_DEBOUNCE_MS, true);
  };

  const searchTyped = useEffectEvent(searchSoon);
  useEffect(() => {
    const field = fieldOf(form.current);
    if (field && isTyping(field)) searchTyped();
  }, []);

  useEffect(() => {
    const at = sent.current.indexOf(words);
    // A page that is rendered slowly may appear after further letters. It must not remove them from the field.
    sent.current = at < 0 ? [words] : sent.current.slice(at);
    if (at >= 0) return;
    const field = fieldOf(form.current);
    if (field) field.value = words;
  }, [words]);

  const leave = useEffectEvent(forgetTyped);
  // A pending search must not replace a page that the user opens right after typing.
  useEffect(() => {
    if (target !== undefined && target !== path) leave();
  }, [target, path]);
  useEffect(() => () => leave(), []);

  const openPage = (to: string) => {
    forgetTyped();
    void navigate(to);
  };

  return { form, search, openAnswer, searchSoon, openPage };
}

/** React Router stores its state in `usr`. `useLocation` updates later than the browser. */
const typedState = () => (window.history.state as { usr?: TypedState } | null)?.usr;

const fieldOf = (form: HTMLFormElement | null) => form!.elements.namedItem("q") as HTMLInputElement | null;

function valuesOf(form: HTMLFormElement): Record<string, string[]> {
  const data = new FormData(form);
  return Object.fromEntries(
    [...data.keys()].map((name) => [name, data.getAll(name).map((value) => String(value).trim())]),
  );
}
