import { useEffect, useRef } from "react";
import { useNavigate, useNavigation } from "react-router";
import { withQuery } from "#schema/paths.ts";

const SEARCH_DEBOUNCE_MS = 250;

/** The state of a history entry. `isTyped` marks an entry that typing made, without submitting the form. */
type TypedState = { isTyped?: boolean } | null;

/**
 * Makes a search form navigate while the user types, with all its fields in the query of `path`. `words` is the query
 * in the URL. The field is changed only if the URL changes in another way, such as a link or the back button.
 *
 * Typing makes one history entry, and each further letter replaces it. Submitting the form keeps that entry. So the
 * back button leads to the list before the first letter.
 */
export function useLiveSearch(path: string, words: string) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number>(undefined);
  const sent = useRef(words);
  const navigate = useNavigate();
  const target = useNavigation().location?.pathname;

  const go = (isTyped: boolean) => {
    window.clearTimeout(timer.current);
    const values = valuesOf(form.current!);
    sent.current = values["q"] ?? "";
    const to = withQuery(path, values);
    const { pathname, search } = window.location;
    const wasTyped = typedState()?.isTyped === true;
    const isSame = to === pathname + search;
    void navigate(to, {
      replace: isSame || (isTyped && wasTyped),
      preventScrollReset: true,
      state: { isTyped: isTyped && (wasTyped || !isSame) } satisfies TypedState,
    });
  };
  const search = () => go(false);
  const searchSoon = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(go, SEARCH_DEBOUNCE_MS, true);
  };

  useEffect(() => {
    if (words === sent.current) return;
    sent.current = words;
    fieldOf(form.current).value = words;
  }, [words]);

  // A pending search must not replace a page that the user opens right after typing.
  useEffect(() => {
    if (target !== undefined && target !== path) window.clearTimeout(timer.current);
  }, [target, path]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  /** Opens another page and clears the field, because a page with the same form would keep its text. */
  const openPage = (to: string) => {
    window.clearTimeout(timer.current);
    fieldOf(form.current).value = "";
    void navigate(to);
  };

  return { form, search, searchSoon, openPage };
}

/** Returns the state that React Router stores with the history entry. `useLocation` updates later than the browser. */
const typedState = () => (window.history.state as { usr?: TypedState } | null)?.usr;

const fieldOf = (form: HTMLFormElement | null) => form!.elements.namedItem("q") as HTMLInputElement;

const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
