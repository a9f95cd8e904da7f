import { useState } from "react";
import { checkFact } from "#schema/facts/fact-rules.ts";
import { factParts } from "#schema/facts/fact-texts.ts";
import { type FactName, factOf, type Facts, YOU_DECIDE } from "#schema/facts/facts.ts";
import { isBlank, normalizeLine } from "#schema/values/text.ts";
import { Labelled } from "../../../forms/labelled.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { CloseIcon } from "../../../ui/icons.tsx";
import { findOption, type ListKind, type ListOption, SUGGEST } from "./list-options.ts";
import type { ControlProps } from "./control-props.ts";

type Props = ControlProps & { kind: ListKind; value: string[] };

/** Chosen values, each with a button that removes it, and a field that suggests more. */
export function ListControl({ name, path, kind, value: values, error, onChange }: Props) {
  const { label, help } = factOf(name);
  const [typed, type] = useState("");
  const [problem, setProblem] = useState("");
  const [said, say] = useState("");
  const [names, setNames] = useState<Record<string, string>>({});
  const wordsOf = (value: string) => factParts(name, [value] as NonNullable<Facts[FactName]>, names).join();

  function add({ value, text }: ListOption) {
    setNames({ ...names, [value]: text });
    type("");
    setProblem("");
    // "You decide" stands alone.
    const others = values.filter((other) => other !== value && [other, value].includes(YOU_DECIDE) === false);
    onChange([...others, value]);
    say(`${text} was added.`);
  }

  /** Text that is no suggestion must pass the rule of the fact. A product must be a suggestion. */
  async function addTyped() {
    const text = normalizeLine(typed);
    if (isBlank(text)) return;
    const option = await findOption(kind, text).catch(() => undefined);
    if (option) return add(option);
    const checked = kind === "products" ? { problem: unknownProduct(text) } : checkFact(name, [text]);
    if ("problem" in checked) return setProblem(checked.problem);
    const [value = text] = checked.value as string[];
    add({ id: value, value, text: value, note: "" });
  }

  return (
    <Labelled label={label} error={problem || error} hint={help}>
      {(control) => (
        <>
          {values.length > 0 && (
            <ul className="fact-entries" aria-label={label}>
              {values.map((value) => (
                <li key={value}>
                  <span>{wordsOf(value)}</span>
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={`Remove ${wordsOf(value)}`}
                    onClick={() => {
                      onChange(values.filter((other) => other !== value));
                      say(`${wordsOf(value)} was removed.`);
                      document.getElementById(control.id)?.focus();
                    }}
                  >
                    <CloseIcon />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <Combobox
            {...control}
            name={path}
            value={typed}
            placeholder={values.length > 0 ? "Add another" : "Not stated"}
            suggest={SUGGEST[kind]}
            onType={(text) => {
              type(text);
              setProblem("");
            }}
            onChoose={add}
            onBlur={() => void addTyped()}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || isBlank(typed)) return;
              event.preventDefault();
              void addTyped();
            }}
          />
          <output className="visually-hidden">{said}</output>
        </>
      )}
    </Labelled>
  );
}

const unknownProduct = (text: string) => `“${text.slice(0, 40)}” is not a product of this directory.`;
