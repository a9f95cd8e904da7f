import { useEffect, useRef } from "react";
import { useNavigate, useNavigation } from "react-router";
import { withQuery } from "#schema/paths.ts";

const SEARCH_DEBOUNCE_MS = 250;

/**
 * A search form whose list follows what is typed; its other fields go along. The words live in the address and, while somebody types, in the
 * field, which is therefore left alone until the address changes by another way: a link, or the way back.
 */
export function useLiveSearch(path: string, words: string) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number>(undefined);
  const sent = useRef(words);
  const navigate = useNavigate();
  const target = useNavigation().location?.pathname;

  const search = () => {
    window.clearTimeout(timer.current);
    const values = valuesOf(form.current!);
    sent.current = values["q"] ?? "";
    void navigate(withQuery(path, values), { replace: true, preventScrollReset: true });
  };
  const searchSoon = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(search, SEARCH_DEBOUNCE_MS);
  };

  useEffect(() => {
    if (words === sent.current) return;
    sent.current = words;
    const field = form.current?.elements.namedItem("q");
    if (field instanceof HTMLInputElement) field.value = words;
  }, [words]);

  // Whoever follows a link right after typing must not be called back.
  useEffect(() => {
    if (target !== undefined && target !== path) window.clearTimeout(timer.current);
  }, [target, path]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  return { form, search, searchSoon };
}

const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
