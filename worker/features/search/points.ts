import { FILTERS } from "#schema/facts/facts.ts";
import type { Sort } from "#schema/sites/sites.ts";
import { pageKey } from "../../names/keys.ts";
import { productKey } from "../../names/products.ts";
import type { Candidate } from "./candidates.ts";
import { fitOf } from "./fit.ts";
import type { Question } from "./question.ts";
import type { Wish } from "./thesaurus.ts";
import { textOf } from "./words.ts";

/** What is asked. */
type Asked = Question & {
  /** The text as `nameKey` writes it. */
  typed: string;
  /** The directory has the product. A text with its name need not replace it. */
  hasProduct: boolean;
  /** Only needs are asked for: "password manager". A word in a name says no more than one in a text, and merit counts. */
  isKind: boolean;
  /** How well a text says what is needed, and how well it says the need that the product serves. */
  fit(text: string): number;
  needFit(text: string): number;
};

/** `text`: the words of its name and description (`textOf`). */
type Seen = Candidate & { text: string };

/**
 * - exact: the site has all that was asked.
 * - close: it lacks something. It stands behind the exact ones.
 * - order: it only changes the order.
 */
type Kind = "exact" | "close" | "order";

type Rule = {
  kind: Kind;
  /** 0: the rule does not hold. The sum of all points orders the list. */
  points(site: Seen, asked: Asked): number;
};

/** A site that was asked for by its name has so many points, and one that was asked for by its link more. */
const ITSELF = 10_000;

export const RULES = {
  linked: {
    kind: "exact",
    points: ({ found, link }, { address }) => {
      if (!found.has("linked")) return 0;
      const at = address!.pages.indexOf(pageKey(link));
      return at < 0 ? 15_000 : 20_000 - at;
    },
  },
  replaces: { kind: "exact", points: ({ found, merit }) => (found.has("replaces") ? 5000 + 2 * merit : 0) },
  named: {
    kind: "exact",
    points: ({ found, name }, { typed, isKind }) =>
      !found.has("named") ? 0 : productKey(name) === productKey(typed) ? ITSELF : isKind ? 1 : 1150,
  },
  words: {
    kind: "exact",
    points: ({ found, text, merit }, { hasProduct, fit, isKind }) =>
      !hasProduct && (found.has("words") || found.has("filteredWords"))
        ? 1000 + 50 * fit(text) + (isKind ? merit / 5 : 0)
        : 0,
  },
  beginnings: { kind: "exact", points: ({ found }) => (found.has("beginnings") ? 550 : 0) },
  need: { kind: "close", points: ({ found, text }, { needFit }) => (found.has("need") ? 30 + 30 * needFit(text) : 0) },
  serves: { kind: "close", points: ({ found }) => (found.has("serves") ? 40 : 0) },
  wish: {
    kind: "order",
    points: (site, { wishes }) => 80 * wishes.reduce((sum, wish) => sum + meets(site, wish), 0),
  },
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;
const NAMES = Object.keys(RULES) as RuleName[];

/** With so many exact hits, a list has no close ones. */
const ENOUGH = 24;

/** `points` has the rules that hold. */
export type Hit = { site: Candidate; points: Partial<Record<RuleName, number>>; sum: number; isExact: boolean };

type Ranking = { typed: string; question: Question; hasProduct: boolean; sort: Sort | null };

/** Returns the hits in their order: exact ones first. A list in another order than the best match has only these. */
export function rank(candidates: readonly Candidate[], { typed, question, hasProduct, sort }: Ranking): Hit[] {
  const { units, needs } = question;
  const fit = fitOf(units);
  const needFit = fitOf(needs.length > 0 ? [{ words: [], terms: needs }] : units);
  const isKind = units.every(({ isNeed }) => isNeed);
  const asked = { ...question, typed, hasProduct, isKind, fit, needFit };
  const all = candidates.map((site) => toHit(site, asked)).filter((hit) => hit !== null);
  const linked = question.address?.isShared ? all.filter(({ points }) => points.linked !== undefined) : [];
  const hits = linked.length > 0 ? linked : all;
  const order = (a: Hit, b: Hit) => Number(standsLast(a)) - Number(standsLast(b)) || ORDERS[sort ?? "fit"](a, b);
  const exact = hits.filter(({ isExact }) => isExact).toSorted(order);
  if (sort || exact.length >= ENOUGH) return exact;
  return [...exact, ...hits.filter(({ isExact }) => !isExact).toSorted(order)];
}

function toHit(site: Candidate, asked: Asked): Hit | null {
  const seen = { ...site, text: textOf(`${site.name} ${site.description}`) };
  const points: Hit["points"] = {};
  for (const name of NAMES) {
    const given = RULES[name].points(seen, asked);
    if (given > 0) points[name] = given;
  }
  const kinds = (Object.keys(points) as RuleName[]).map((name): Kind => RULES[name].kind);
  if (!kinds.some((kind) => kind !== "order")) return null;
  return {
    site,
    points,
    sum: Object.values(points).reduce((sum, given) => sum + given, 0),
    isExact: kinds.includes("exact"),
  };
}

/** The site was asked for by its name or its link. */
export const isItself = ({ sum }: Hit) => sum >= ITSELF;

/** Archived sites stand last, unless they were asked for themselves. */
const standsLast = (hit: Hit) => hit.site.isPast && !isItself(hit);

/** Ids grow with time, so the newest site has the highest id. */
const newest = (a: Hit, b: Hit) => b.site.id - a.site.id;
const popular = (a: Hit, b: Hit) => b.site.likeCount - a.site.likeCount || newest(a, b);
const ORDERS: Record<Sort, (a: Hit, b: Hit) => number> = {
  fit: (a, b) => b.sum - a.sum || b.site.merit - a.site.merit || popular(a, b),
  newest,
  oldest: (a, b) => newest(b, a),
  popular,
  complete: newest,
};

/** Returns 1 if the site meets the wish, ½ if that is likely, else 0. What it states counts first. */
export function meets(
  { name, description, link, facts }: Candidate,
  { filter, texts, links = [], hints = [] }: Wish,
): number {
  const [filterName, ...values] = filter ?? [];
  const stated = filterName === undefined ? undefined : facts[FILTERS.get(filterName)!];
  if (typeof stated === "boolean") return Number(stated);
  if ([stated].flat().some((value) => values.includes(String(value)))) return 1;
  const text = ` ${`${name} ${description}`.toLowerCase()} `;
  if (texts.some((part) => text.includes(part)) || links.some((part) => `${link}/`.includes(part))) return 1;
  return hints.some((part) => text.includes(part)) ? 1 / 2 : 0;
}
