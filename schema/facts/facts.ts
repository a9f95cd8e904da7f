/** What one site costs from: `{ amount: "12.00", currency: "EUR", per: "user_month" }`. */
export type Price = { amount: string; currency: string; per: keyof typeof PERIODS };

export const PERIODS = {
  month: "per month",
  user_month: "per user per month",
  year: "per year",
  once: "once",
} as const;

/** `schema/facts/fact-rules.ts` has the rule of each kind, `schema/facts/fact-texts.ts` its words. */
export type FactKind =
  | { kind: "choice"; options: Readonly<Record<string, string>> }
  | { kind: "choices"; options: Readonly<Record<string, string>> }
  | { kind: "yes_no" | "price" | "link" | "date" | "country" | "places" }
  | { kind: "licences" | "products" | "languages" }
  | { kind: "number"; min: number; max: number; unit?: readonly [one: string, many: string] }
  | { kind: "texts"; max: number; maxLength: number };

export type FactGroup = keyof typeof FACT_GROUPS;

export type Fact = FactKind & {
  label: string;
  /** For owners: what to enter. */
  help?: string;
  group: FactGroup;
  /** The query parameter of lists that filters by this fact. */
  filter?: string;
  /** A further one, for another question: which licence, or which type of licence? */
  secondFilter?: string;
  /** One of the eight facts that the form asks first, and that a page shows first. */
  isKey?: true;
  /** Read from the code's repository. The form does not ask for it. */
  isFromRepository?: true;
};

export const FACT_GROUPS = {
  price: "Price",
  code: "Source code",
  use: "Where it runs",
  data: "Data and security",
  moving: "Moving in and out",
  maker: "Who it is for",
  opinion: "Strengths and limits",
} as const;

/** Texts of "good at" and "not good at", and of what a product or a site lacks. */
export const MAX_POINT_LENGTH = 80;

const declare = <F extends Record<string, Fact>>(declared: F) => declared;

/**
 * All facts of a listing, in the order of pages. Forms, checks, storage, responses, filters, comparisons, imports, the
 * admin and structured data are made from this list. `worker/features/sites/README.md` says how to add one.
 */
export const FACTS = declare({
  pricing: {
    kind: "choice",
    options: { free: "Free", freemium: "Free plan and paid plans", paid: "Paid", one_time: "Pay once" },
    label: "Pricing",
    group: "price",
    filter: "pricing",
    isKey: true,
  },
  price_from: {
    kind: "price",
    label: "Price from",
    help: "The cheapest paid plan, such as 12.00 EUR per month.",
    group: "price",
    isKey: true,
  },
  free_plan: {
    kind: "yes_no",
    label: "Free plan",
    help: "Beside paid plans, without a time limit.",
    group: "price",
    filter: "free_plan",
  },
  trial_days: { kind: "number", min: 0, max: 365, unit: ["day", "days"], label: "Free trial", group: "price" },
  open_source: { kind: "yes_no", label: "Open source", group: "code", filter: "open_source", isKey: true },
  licences: {
    kind: "licences",
    label: "Licence",
    help: "SPDX identifiers, such as MIT or AGPL-3.0-only, or Proprietary.",
    group: "code",
    filter: "licence_type",
    secondFilter: "licence",
    isKey: true,
  },
  source_code: { kind: "link", label: "Repository", help: "The address of the source code.", group: "code" },
  stars: {
    kind: "number",
    min: 0,
    max: 10_000_000,
    unit: ["star", "stars"],
    label: "Stars",
    group: "code",
    isFromRepository: true,
  },
  last_commit: { kind: "date", label: "Last commit", group: "code", isFromRepository: true },
  archived: { kind: "yes_no", label: "Archived", group: "code", isFromRepository: true },
  built_with: { kind: "texts", max: 20, maxLength: 40, label: "Built with", group: "code" },
  platforms: {
    kind: "choices",
    options: {
      web: "Web",
      windows: "Windows",
      macos: "macOS",
      linux: "Linux",
      ios: "iOS",
      android: "Android",
      browser_extension: "Browser extension",
      cli: "Command line",
    },
    label: "Runs on",
    group: "use",
    filter: "platform",
    secondFilter: "runs_on",
    isKey: true,
  },
  hosting: {
    kind: "choices",
    options: { cloud: "Cloud", self_hosted: "Self-hosted" },
    label: "Hosting",
    help: "Cloud: its maker runs it. Self-hosted: you run it on your own server.",
    group: "use",
    filter: "hosting",
    isKey: true,
  },
  setup: {
    kind: "choice",
    options: { minutes: "Minutes", hours: "Hours", expert: "Needs an expert" },
    label: "Time to set up",
    group: "use",
    filter: "setup",
  },
  sign_in_needed: { kind: "yes_no", label: "Sign-in needed", group: "use" },
  languages: {
    kind: "languages",
    label: "Languages",
    help: "Languages of the interface, such as en, de or pt-BR.",
    group: "use",
  },
  demo: { kind: "link", label: "Demo", help: "The address of a demo.", group: "use" },
  data_location: {
    kind: "places",
    label: "Where the data are",
    help: "Countries, or “You decide”.",
    group: "data",
  },
  encrypted: { kind: "yes_no", label: "End-to-end encryption", group: "data", filter: "encrypted" },
  security_audited: { kind: "yes_no", label: "Security audit", help: "Published, by somebody else.", group: "data" },
  sso: { kind: "yes_no", label: "Single sign-on", group: "data", filter: "sso" },
  api: { kind: "yes_no", label: "API", group: "moving", filter: "api" },
  imports_from: {
    kind: "products",
    label: "Imports from",
    help: "Products of this directory whose data people can bring.",
    group: "moving",
    filter: "imports_from",
    isKey: true,
  },
  exports_to: {
    kind: "texts",
    max: 20,
    maxLength: 40,
    label: "Exports to",
    help: "Formats, such as CSV.",
    group: "moving",
  },
  country: { kind: "country", label: "Company’s country", group: "maker", filter: "country", isKey: true },
  since: { kind: "number", min: 1950, max: 2100, label: "Made since", help: "A year.", group: "maker" },
  team_size: {
    kind: "choices",
    options: { one: "One person", small: "2 to 10 people", medium: "11 to 100 people", large: "More than 100 people" },
    label: "Team size it suits",
    group: "maker",
    filter: "team_size",
  },
  tags: { kind: "texts", max: 10, maxLength: 60, label: "Tags", group: "maker" },
  good_at: { kind: "texts", max: 10, maxLength: MAX_POINT_LENGTH, label: "Good at", group: "opinion" },
  not_good_at: { kind: "texts", max: 5, maxLength: MAX_POINT_LENGTH, label: "Not good at", group: "opinion" },
});

export type FactName = keyof typeof FACTS;

export const TEAM_SIZES = FACTS.team_size.options;
export type TeamSize = keyof typeof TEAM_SIZES;

type ValueOf<F extends FactKind> = F extends { kind: "choice"; options: infer O }
  ? keyof O
  : F extends { kind: "choices"; options: infer O }
    ? (keyof O)[]
    : F["kind"] extends "yes_no"
      ? boolean
      : F["kind"] extends "price"
        ? Price
        : F["kind"] extends "number"
          ? number
          : F["kind"] extends "places"
            ? string | string[]
            : F["kind"] extends "licences" | "products" | "languages" | "texts"
              ? string[]
              : string;

/** Only what is known. A missing fact is unknown, not "no". */
export type Facts = { [F in FactName]?: ValueOf<(typeof FACTS)[F]> };

/** Where a fact is stated, as a URL. A fact without a source is stated by the owner. */
export type FactSources = { [F in FactName]?: string };

/** `data_location` if users choose it, as on their own server. */
export const YOU_DECIDE = "you_decide";

export const FACT_NAMES = Object.keys(FACTS) as FactName[];
export const factOf = (name: FactName): Fact => FACTS[name];
export const isFactName = (name: string): name is FactName => Object.hasOwn(FACTS, name);
export const KEY_FACTS = FACT_NAMES.filter((name) => factOf(name).isKey);
/** Those that owners fill in. */
export const ASKED_FACTS = FACT_NAMES.filter((name) => !factOf(name).isFromRepository);
export const GROUP_NAMES = Object.keys(FACT_GROUPS) as FactGroup[];

/** The facts that lists filter by, by the query parameter. */
export const FILTERS: ReadonlyMap<string, FactName> = new Map(
  FACT_NAMES.flatMap((name): [string, FactName][] => {
    const { filter, secondFilter } = factOf(name);
    return [filter, secondFilter].flatMap((one): [string, FactName][] => (one ? [[one, name]] : []));
  }),
);

export const countFacts = (facts: Facts): number => Object.keys(facts).length;

/** The same values in the order of `FACTS`, so that equal facts have equal JSON. */
export const inFactOrder = <T>(values: { [F in FactName]?: T }): { [F in FactName]?: T } =>
  Object.fromEntries(FACT_NAMES.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name]]] : [])));
