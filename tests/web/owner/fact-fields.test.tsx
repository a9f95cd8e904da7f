import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { checkFact } from "#schema/facts/fact-rules.ts";
import { ASKED_FACTS, FACT_NAMES, factOf, type FactName, KEY_FACTS } from "#schema/facts/facts.ts";
import { type DraftFact, toDraftFact, validFacts } from "#web/features/owner/draft/draft-facts.ts";
import { FactField } from "#web/features/owner/site-facts/fact-field.tsx";
import { FactsFields } from "#web/features/owner/site-facts/facts-fields.tsx";
import { FactsMeter } from "#web/features/owner/site-facts/facts-meter.tsx";
import { listingGaps } from "#web/features/owner/site-facts/listing-gaps.ts";
import { findOption, SUGGEST } from "#web/features/owner/site-facts/list-options.ts";
import { PairFields } from "#web/features/owner/site-form/pair-fields.tsx";
import { blankDraft } from "#web/features/owner/draft/site-draft.ts";

const ignore = () => undefined;

const fieldOf = (name: FactName, value?: DraftFact, problems: Record<string, string> = {}, source = "") =>
  renderToStaticMarkup(
    <FactField name={name} value={value} source={source} problems={problems} onChange={ignore} onSource={ignore} />,
  );

test.each(FACT_NAMES)("the control of %s has its label and help, and shows its error", (name) => {
  const { label, help } = factOf(name);
  const html = fieldOf(name, undefined, { [`facts.${name}`]: "This is wrong." });
  expect(html).toContain(label);
  if (help) expect(html).toContain(help.split(",")[0]!.replaceAll("'", "&#x27;"));
  expect(html).toContain(`name="facts.${name}"`);
  const [, id] = /<p id="([^"]+)" class="field-error">This is wrong\./.exec(html)!;
  expect(html).toMatch(new RegExp(`aria-describedby="[^"]*${id}`));
});

const VALUES: [FactName, unknown, RegExp][] = [
  ["pricing", "paid", /<option value="paid" selected="">Paid/],
  [
    "price_from",
    { amount: "12.00", currency: "EUR", per: "year" },
    /value="12.00".*value="EUR".*<option value="year" sel/,
  ],
  ["open_source", false, /checked=""[^>]*\/>No/],
  ["licences", ["MIT"], /aria-label="Remove MIT"/],
  ["imports_from", ["slack"], /aria-label="Remove slack"/],
  ["languages", ["pt-BR"], /aria-label="Remove Portuguese \(Brazil\)"/],
  ["data_location", "you_decide", /aria-label="Remove You decide"/],
  ["platforms", ["linux"], /checked=""[^>]*\/>Linux/],
  ["country", "DE", /<option value="DE" selected="">Germany/],
  ["trial_days", 14, /value="14"/],
  ["source_code", "https://code.example/", /value="https:\/\/code.example\/"/],
  ["good_at", ["Privacy", "Speed"], />Privacy\nSpeed<\/textarea>/],
];

test.each(VALUES)("a stated %s is shown in its control, and asks for its source", (name, value, shown) => {
  const draft = toDraftFact(name, value);
  expect(validFacts({ [name]: draft })).toEqual({ [name]: value });
  const html = fieldOf(name, draft);
  expect(html).toMatch(shown);
  expect(html).toContain("Where is this stated?");
  expect(fieldOf(name)).not.toContain("Where is this stated?");
});

test("a wrong source is shown open, and a right one by its host", () => {
  const wrong = fieldOf("pricing", "paid", { "fact_sources.pricing": "No address." }, "x");
  expect(wrong).toMatch(/<details[^>]* open="">.*No address\./);
  expect(fieldOf("pricing", "paid", {}, "https://www.example.com/prices")).toContain("Stated at example.com");
});

type Proposal = Parameters<typeof FactsFields>[0]["proposal"];

function fieldsWith(problems: Record<string, string>, facts: Proposal["facts"] = []) {
  const draft = blankDraft();
  const proposal: Proposal = {
    state: { text: "" },
    listed: undefined,
    requireFree: () => Promise.resolve(),
    propose: ignore,
    proposeAgain: ignore,
    undo: ignore,
    facts,
    answer: ignore,
  };
  return renderToStaticMarkup(
    <FactsFields draft={draft} change={ignore} current={() => draft} problems={problems} proposal={proposal} />,
  );
}

test("the form asks the key facts, and the others once they are opened or wrong", () => {
  const asked = (html: string) => FACT_NAMES.filter((name) => html.includes(`name="facts.${name}"`));
  expect(asked(fieldsWith({}))).toEqual(KEY_FACTS);
  expect(asked(fieldsWith({ "facts.setup": "Wrong" }))).toEqual(ASKED_FACTS);
});

test("a proposed fact is shown with its source and two answers, and is not filled in", () => {
  const html = fieldsWith({}, [{ name: "platforms", value: ["ios"], source: "https://plausible.io/" }]);
  expect(html).toContain("Runs on: <strong>iOS</strong>");
  expect(html).toContain('href="https://plausible.io/"');
  expect(html.match(/>(?:Use this|No)<span/g)).toHaveLength(2);
  expect(html).not.toMatch(/<input[^>]*type="checkbox"[^>]*checked/);
});

test("the meter counts the key facts and names the filters that do not find the site", () => {
  const text = (facts: Parameters<typeof FactsMeter>[0]["facts"]) =>
    renderToStaticMarkup(<FactsMeter facts={facts} />).replaceAll(/<[^>]+>/g, "");
  const most = {
    pricing: "free",
    open_source: true,
    licences: ["MIT"],
    imports_from: ["slack"],
    country: "DE",
  } as const;
  expect(text({ ...most, licences: ["MIT"], imports_from: ["slack"], api: true })).toBe(
    "5 of 8 key facts. People who filter by Runs on or Hosting do not see your site yet.",
  );
  expect(
    text(validFacts({ ...most, licences: ["MIT"], imports_from: ["slack"], platforms: ["web"], hosting: ["cloud"] })),
  ).toBe("7 of 8 key facts. ");
});

test("a listing is incomplete with less than half of the key facts, or if it says nothing of any product", () => {
  const gaps = (...of: Parameters<typeof listingGaps>) => listingGaps(...of).map(({ tab, text }) => `${tab}: ${text}`);
  const half = { pricing: "free", open_source: true, platforms: ["web"], country: "DE" } as const;
  const slack = { name: "Slack", lacks: [], adds: [], moving: { text: "", link: "" } };
  expect(gaps({ facts: { pricing: "free", api: true, since: 2000 }, alternatives: [] })).toEqual([
    "alternatives: Say what it replaces",
    "facts: State 7 missing facts",
  ]);
  const facts = validFacts({ ...half, platforms: ["web"] });
  expect(gaps({ facts, alternatives: [slack, { name: "Teams" }] })).toEqual([
    "alternatives: Say how it replaces Slack",
  ]);
  for (const said of [{ lacks: ["Huddles"] }, { moving: { text: "", link: "https://mine.example/" } }])
    expect(gaps({ facts, alternatives: [slack, { name: "Teams", ...said }] })).toEqual([]);
});

test("licences, languages and countries are suggested by name and by code", async () => {
  const suggested = async (kind: "licences" | "languages" | "places", text: string) =>
    (await SUGGEST[kind](text, new AbortController().signal))[0]!.options.map(({ value }) => value);
  expect((await suggested("licences", "agpl"))[0]).toMatch(/^AGPL-/);
  expect(await suggested("languages", "german")).toEqual(["de"]);
  expect(await suggested("places", "you d")).toEqual(["you_decide"]);
  expect((await suggested("places", "fr"))[0]).toBe("FR");
  expect(await findOption("places", "germany")).toMatchObject({ value: "DE" });
  expect(await findOption("licences", "my own")).toBeUndefined();
  for (const value of await suggested("licences", ""))
    expect(checkFact("licences", [value])).toEqual({ value: [value] });
});

test("the questions about a product name it, and an error at one of the texts opens them", () => {
  const questions = (problems: Record<string, string>) =>
    renderToStaticMarkup(
      <PairFields path="alternatives.1" product="Slack" pair={undefined} problems={problems} onChange={ignore} />,
    );
  expect(questions({})).toContain("How does it replace Slack?");
  expect(questions({ "alternatives.0.lacks": "Other row" })).not.toMatch(/<details[^>]* open|Other row/);
  expect(questions({ "alternatives.1.lacks.2": "Too long" })).toMatch(/<details[^>]* open="">.*Too long/);
});
