import { createContext } from "react";
import type { Filters } from "#schema/facts/filters.ts";
import type { ListQuery } from "#schema/pages/pages.ts";
import type { CardSite } from "#schema/sites/sites.ts";
import { differencesFrom, type ProductFacts } from "./differences.ts";
import { FACT_LINE_NAMES, FACT_LINES } from "./fact-lines.ts";

/** What a card needs to know of the list that it stands in. */
type ShownList = {
  /** A chip that answers one of these filters is green. */
  filters: Filters;
  /** Chips and differences that all sites of the page have, so that they distinguish none. */
  shared: readonly string[];
  hasPictures: boolean;
  isOfCategory: boolean;
};

export const ShownListContext = createContext<ShownList>({
  filters: {},
  shared: [],
  hasPictures: false,
  isOfCategory: false,
});

export const shownListOf = (
  { filters, category }: Pick<ListQuery, "filters" | "category">,
  sites: readonly CardSite[],
  product: ProductFacts | null,
): ShownList => ({
  filters,
  shared: [
    ...sharedChips(sites),
    ...(product ? sharedBy(sites.map(({ facts }) => differencesFrom(product, facts))) : []),
  ],
  hasPictures: sites.some(({ screenshot }) => screenshot),
  isOfCategory: category !== null,
});

export const sharedChips = (sites: readonly CardSite[]): string[] =>
  sharedBy(sites.map(({ facts }) => FACT_LINE_NAMES.map((name) => FACT_LINES[name].text(facts)).filter(Boolean)));

/** A single site shows all that it states. */
const sharedBy = ([first = [], ...others]: string[][]): string[] =>
  others.length === 0 ? [] : first.filter((text) => others.every((texts) => texts.includes(text)));
