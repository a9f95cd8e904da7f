import { useEffect, useRef } from "react";
import { useNavigate, useNavigation } from "react-router";
import { withQuery } from "#schema/paths.ts";

const SEARCH_DEBOUNCE_MS = 250;

/** What an entry of the history says of itself where only typing led to it. */
type TypedState = { isTyped?: boolean } | null;

/**
 * A search form whose list follows what is typed; its other fields go along. The words live in the address and, while somebody types, in the
 * field, which is therefore left alone until the address changes by another way: a link, or the way back.
 *
 * Typing has one entry of the history, which each further letter replaces. A search that was submitted keeps it, so the
 * way back leads to what was shown before the first letter.
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

  // Whoever follows a link right after typing must not be called back.
  useEffect(() => {
    if (target !== undefined && target !== path) window.clearTimeout(timer.current);
  }, [target, path]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  /** Opens another page. Where that is a list, too, its search begins with no words. */
  const leaveFor = (to: string) => {
    window.clearTimeout(timer.current);
    fieldOf(form.current).value = "";
    void navigate(to);
  };

  return { form, search, searchSoon, leaveFor };
}

/** As React Router keeps it with the entry. `useLocation` is late: the browser has an entry before React shows it. */
const typedState = () => (window.history.state as { usr?: TypedState } | null)?.usr;

const fieldOf = (form: HTMLFormElement | null) => form!.elements.namedItem("q") as HTMLInputElement;

const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
