import { lazy, Suspense, useState } from "react";
import { ASKED_FACTS, factOf } from "#schema/facts/facts.ts";
import type { ReportPage } from "#schema/pages/pages.ts";
import { CATEGORY_LABELS } from "#schema/sites/sites.ts";
import { Field } from "../../forms/field.tsx";
import { SelectField } from "../../forms/select-field.tsx";

// The rules of facts are large, and nobody needs them before a fact is chosen.
const FactValue = lazy(() => import("./fact-value.tsx"));

const OF_PRODUCTS = { name: "Name", link: "Link" };
const OF_SITES = {
  ...OF_PRODUCTS,
  description: "Description",
  category: "Category",
  add_alternative: "It replaces another product, too",
  ...Object.fromEntries(ASKED_FACTS.map((name) => [`facts.${name}`, factOf(name).label])),
};

/** The server completes it. */
const ADDRESS = { type: "url", inputMode: "url", placeholder: "https://" } as const;

const optionsOf = (labels: Record<string, string>) =>
  Object.entries({ "": "Please choose", ...labels }).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

type Props = {
  page: ReportPage;
  /** Errors. */
  fields: Record<string, string>;
  /** One change, so that each has its own source and answer. */
  onChange: (changes: Record<string, unknown>) => void;
};

/** The form begins with what the page says. */
export function SuggestedFields({ page: { site, product }, fields, onChange }: Props) {
  const [key, setKey] = useState("");
  const [text, setText] = useState("");
  const [link, setLink] = useState("");
  const fact = ASKED_FACTS.find((name) => `facts.${name}` === key);
  const said = (site ?? product) as unknown as Record<string, unknown>;
  function pick(next: string) {
    setKey(next);
    setText(String(said[next] ?? ""));
    const stated = (site?.facts ?? {}) as Record<string, unknown>;
    const value = next === "add_alternative" ? { name: "", link } : (said[next] ?? stated[next.replace("facts.", "")]);
    onChange(next === "" ? {} : { [next]: value ?? null });
  }
  function type(typed: string, to = link) {
    setText(typed);
    setLink(to);
    onChange({ [key]: key === "add_alternative" ? { name: typed, link: to } : typed });
  }
  const control = {
    name: `changes.${key}`,
    error: fields[`changes.${key}`],
    value: text,
    onChange: ({ target }: { target: { value: string } }) => type(target.value),
  };
  return (
    <>
      <SelectField
        name="changes"
        label="What should change?"
        value={key}
        error={fields["changes"]}
        onChange={({ target }) => pick(target.value)}
      >
        {optionsOf(site ? OF_SITES : OF_PRODUCTS)}
      </SelectField>
      {fact && (
        <Suspense fallback={<p aria-busy="true">Loading…</p>}>
          <FactValue
            key={fact}
            fact={fact}
            facts={site!.facts}
            error={fields[key]}
            onChange={(value) => onChange({ [key]: value })}
          />
        </Suspense>
      )}
      {key === "category" && (
        <SelectField {...control} label="Right category">
          {optionsOf(CATEGORY_LABELS)}
        </SelectField>
      )}
      {key && !fact && key !== "category" && (
        <Field {...control} label={key === "add_alternative" ? "Name of the product" : "Right text"} />
      )}
      {key === "add_alternative" && (
        <Field
          {...ADDRESS}
          name="link"
          label="Link of the product"
          value={link}
          onChange={({ target }) => type(text, target.value)}
        />
      )}
      <Field
        {...ADDRESS}
        name="source"
        label="Where is this stated?"
        hint="The address of a page where we can check it."
        error={fields["source"]}
      />
    </>
  );
}
