import { countryName } from "../values/countries.ts";
import { ALL_PLATFORMS, type Filters, YES } from "./filters.ts";

/** A filter that people ask for by name. With it, the page of a product or a category has an address of its own. */
export type Combination = {
  /** The last part of the address: `/alternatives/slack/open-source`. */
  word: string;
  filter: string;
  value: string;
  /** Stands before or after what is listed: "open source software", "software for Linux". */
  before?: string;
  after?: string;
  /** What the page says of its sites. */
  says: readonly [one: string, many: string];
};

/** With fewer sites, a combination has too little to say: search engines do not list it, and no page links to it. */
export const MIN_COMBINED_SITES = 3;

const PLATFORMS = [
  ["linux", "linux", "Linux"],
  ["windows", "windows", "Windows"],
  ["mac", "macos", "Mac"],
  ["android", "android", "Android"],
  ["iphone", "ios", "iPhone"],
] as const;

const EUROPE = "AT BE BG CH CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LT LU LV NL NO PL PT RO SE SI SK UA".split(" ");
const WITH_ARTICLE: ReadonlySet<string> = new Set(["GB", "NL"]);

/** The sitemap has room for 49 (`worker/pages/sitemap.ts`). */
export const COMBINATIONS: readonly Combination[] = [
  {
    word: "open-source",
    filter: "open_source",
    value: YES,
    before: "open source",
    says: ["is open source", "are open source"],
  },
  {
    word: "self-hosted",
    filter: "hosting",
    value: "self_hosted",
    before: "self-hosted",
    says: ["runs on your own server", "run on your own server"],
  },
  { word: "free", filter: "pricing", value: "free", before: "free", says: ["is free", "are free"] },
  {
    word: "with-a-free-plan",
    filter: "free_plan",
    value: YES,
    after: "with a free plan",
    says: ["has a free plan", "have a free plan"],
  },
  {
    word: "encrypted",
    filter: "encrypted",
    value: YES,
    before: "end-to-end encrypted",
    says: ["has end-to-end encryption", "have end-to-end encryption"],
  },
  ...PLATFORMS.map(([word, value, name]): Combination => ({
    word: `for-${word}`,
    filter: ALL_PLATFORMS,
    value,
    after: `for ${name}`,
    says: [`runs on ${name}`, `run on ${name}`],
  })),
  ...EUROPE.map((code): Combination => {
    const name = countryName(code);
    const country = WITH_ARTICLE.has(code) ? `the ${name}` : name;
    return {
      word: `from-${name.toLowerCase().replaceAll(" ", "-")}`,
      filter: "country",
      value: code,
      after: `from ${country}`,
      says: [`comes from a company in ${country}`, `come from companies in ${country}`],
    };
  }),
];

const byWord = new Map(COMBINATIONS.map((combination) => [combination.word, combination]));
const byValue = new Map(COMBINATIONS.map((combination) => [`${combination.filter}=${combination.value}`, combination]));

export const findCombination = (word: string): Combination | undefined => byWord.get(word);

/** The combination, if nothing else is chosen. */
export function combinationOf(filters: Filters): Combination | undefined {
  const [chosen, ...others] = Object.entries(filters).flatMap(([filter, values]) =>
    values.map((value) => `${filter}=${value}`),
  );
  return chosen !== undefined && others.length === 0 ? byValue.get(chosen) : undefined;
}

export const withCombination = (filters: Filters, { filter, value }: Combination): Filters => ({
  ...filters,
  [filter]: [value],
});

/** "open source alternatives to Slack", "alternatives to Slack for Linux". */
export const combinedText = ({ before, after }: Combination, what: string): string =>
  [before, what, after].filter(Boolean).join(" ");

export function combinedTitle(combination: Combination, what: string): string {
  const text = combinedText(combination, what);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
