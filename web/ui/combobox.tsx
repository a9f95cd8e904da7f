import type ComboboxNav from "@github/combobox-nav";
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from "react";
import { useHydrated } from "../browser/use-hydrated.ts";

const SUGGEST_DEBOUNCE_MS = 200;

/**
 * `id` is unique among all options. `text` goes into the field, and `shown` is displayed, by default the text. Enter opens the
 * option that `isBest`, unless another one is selected. An option that `isAction` is not counted as a suggestion.
 */
export type ComboboxOption = {
  id: number | string;
  text: string;
  note: string;
  logo?: ReactNode;
  shown?: ReactNode;
  isBest?: boolean;
  isAction?: boolean;
};

/** A single group needs no heading. */
export type OptionGroup<Option> = { heading?: string; options: Option[] };

type Props<Option> = ComponentProps<"input"> & {
  id: string;
  suggest: (text: string, signal: AbortSignal) => Promise<OptionGroup<Option>[]>;
  onType?: (text: string) => void;
  /** Called after the option's text is in the field. `onType` is not called for it. */
  onChoose: (option: Option) => void;
};

/** The browser neither completes nor corrects what is typed. */
export const TEXT_FIELD = { autoComplete: "off", autoCapitalize: "none", spellCheck: false, maxLength: 200 } as const;

/** Something may have been typed before the scripts arrived. */
export const isTyping = (input: HTMLInputElement) =>
  document.activeElement === input && input.value !== input.defaultValue;

/** No <datalist>: the browser filters it, and it cannot be styled. The caller adds the label. Without scripts it is a plain text field. */
export function Combobox<Option extends ComboboxOption>({
  id,
  suggest,
  onType,
  onChoose,
  ...inputProps
}: Props<Option>) {
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const navigation = useRef<ComboboxNav>(undefined);
  const { groups, requestSuggestions, close } = useSuggestions(input, async (text, signal) => {
    // Loaded with the first suggestions, because few visitors need it.
    const [{ default: Navigation }, found] = await Promise.all([import("@github/combobox-nav"), suggest(text, signal)]);
    if (input.current && list.current)
      navigation.current ??= new Navigation(input.current, list.current, { tabInsertsSuggestions: false });
    return found;
  });
  const isHydrated = useHydrated();
  const options = groups.flatMap((group) => group.options);
  const isOpen = options.length > 0;

  const suggestForTyped = useEffectEvent(requestSuggestions);
  useEffect(() => {
    if (isTyping(input.current!)) suggestForTyped();
    return () => navigation.current?.destroy();
  }, []);

  useEffect(() => {
    if (groups.length === 0) return navigation.current?.stop();
    navigation.current?.start();
    const best = groups.flatMap((group) => group.options).find(({ isBest }) => isBest);
    // ComboboxNav commits the option with this attribute on Enter, and forgets it with the next key.
    if (best) document.getElementById(optionId(id, best))!.dataset["comboboxOptionDefault"] = "true";
  }, [groups, id]);

  // After each render, so that the listener has the current options.
  useEffect(() => {
    const element = list.current!;
    const choose = (event: Event) => {
      const chosen = options.find((option) => optionId(id, option) === (event.target as HTMLElement).id)!;
      input.current!.value = chosen.text;
      close();
      onChoose(chosen);
    };
    element.addEventListener("combobox-commit", choose);
    return () => element.removeEventListener("combobox-commit", choose);
  });

  return (
    <div className="combobox">
      <input
        {...TEXT_FIELD}
        {...inputProps}
        {...(isHydrated && {
          role: "combobox",
          "aria-autocomplete": "list",
          "aria-controls": `${id}-options`,
          "aria-expanded": isOpen,
          "aria-haspopup": "listbox",
        })}
        ref={input}
        id={id}
        onChange={({ target }) => {
          requestSuggestions();
          onType?.(target.value);
        }}
        onBlur={(event) => {
          inputProps.onBlur?.(event);
          close();
        }}
        onKeyDown={(event) => {
          // ComboboxNav has cancelled the key if it chose an option.
          inputProps.onKeyDown?.(event);
          // The first Escape only closes the list. The next one clears a search field in most browsers. Enter closes
          // the list, too: ComboboxNav's listener runs first, so a choice is already committed.
          if (event.key === "Escape" && isOpen) event.preventDefault();
          if (event.key === "Escape" || event.key === "Enter") close();
          if (event.key !== "ArrowDown" || isOpen || event.shiftKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          requestSuggestions();
        }}
      />
      <div
        ref={list}
        id={`${id}-options`}
        className="combobox-options"
        role="listbox"
        tabIndex={-1}
        aria-label="Suggestions"
        hidden={!isOpen}
        // Keeps the focus in the field: a blur would close the list before the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups.map(({ heading, options: groupOptions }, index) => (
          <div
            key={heading ?? index}
            {...(heading !== undefined && { role: "group", "aria-labelledby": `${id}-group-${index}` })}
          >
            {heading !== undefined && (
              <div id={`${id}-group-${index}`} className="combobox-heading" role="presentation">
                {heading}
              </div>
            )}
            {groupOptions.map((option) => (
              <div key={option.id} id={optionId(id, option)} role="option" aria-selected={false}>
                {option.logo}
                <span>{option.shown ?? option.text}</span> <small>{option.note}</small>
              </div>
            ))}
          </div>
        ))}
      </div>
      <output className="visually-hidden">{isOpen && announcementOf(options)}</output>
    </div>
  );
}

function announcementOf(options: ComboboxOption[]): string {
  const count = options.filter(({ isAction }) => !isAction).length;
  const counted = `${count} ${count === 1 ? "suggestion" : "suggestions"}`;
  const best = options.find(({ isBest }) => isBest);
  return best
    ? `${counted}. Enter opens ${best.text}. Use the arrow keys for others.`
    : `${counted}, use the arrow keys`;
}

const optionId = (id: string, option: ComboboxOption) => `${id}-option-${option.id}`;

type PendingRequest = { timer: number; controller: AbortController };

/**
 * Requests suggestions when typing pauses, and ignores a response to an older text. The former suggestions stay until the
 * next ones arrive.
 */
function useSuggestions<Option>(input: RefObject<HTMLInputElement | null>, suggest: Props<Option>["suggest"]) {
  const [groups, setGroups] = useState<OptionGroup<Option>[]>([]);
  const pending = useRef<PendingRequest>(undefined);

  useEffect(() => () => cancel(pending.current), []);

  const close = () => {
    cancel(pending.current);
    setGroups([]);
  };
  const requestSuggestions = () => {
    cancel(pending.current);
    const text = input.current!.value.trim();
    if (!text) return setGroups([]);
    const controller = new AbortController();
    const load = () =>
      suggest(text, controller.signal).then(
        (found) => !controller.signal.aborted && setGroups(found.filter(({ options }) => options.length > 0)),
        // Suggestions are optional, so an error only hides them.
        () => !controller.signal.aborted && setGroups([]),
      );
    pending.current = { timer: window.setTimeout(load, SUGGEST_DEBOUNCE_MS), controller };
  };
  return { groups, requestSuggestions, close };
}

function cancel(pending: PendingRequest | undefined): void {
  window.clearTimeout(pending?.timer);
  pending?.controller.abort();
}
