import type { Filters } from "#schema/facts/filters.ts";
import type { Category, Sort } from "#schema/sites/sites.ts";
import type { SearchColumns } from "../../search/match.ts";
import { type Question, readQuestion } from "../../search/question.ts";
import type { Vocabulary } from "../../search/vocabulary.ts";

/** A list of active sites. Payment does not change its order. */
export type ListRequest = {
  now: number;
  /** The words to search for. "" lists all sites. */
  q: string;
  /** Null: the best match first if there are words, else the newest first. */
  sort: Sort | null;
  /** Counts from 1. */
  page: number;
  perPage: number;
  category?: Category | null | undefined;
  filters?: Filters;
  /** Asks for the numbers beside filters. */
  hasFacets?: boolean;
  /** Slug of a product that all sites of the list replace. */
  replaces?: string | undefined;
  /** Slug of a site to leave out. Without a search, the sites of its category come first. */
  except?: string | undefined;
  /** So many hits of a search are counted. A search with fewer costs less. */
  maxHits?: number;
  /** By default, all texts are searched, and the products that sites replace. */
  columns?: SearchColumns;
  /** What the search knows. A list without a search needs none. */
  vocabulary?: Vocabulary | undefined;
  /** Only page 1 can have featured places. */
  hasFeaturedPlaces?: boolean;
};

export function vocabularyOf({ vocabulary }: ListRequest): Vocabulary {
  if (!vocabulary) throw new Error("A search needs a vocabulary.");
  return vocabulary;
}

/** A list of some columns finds no site by the products that it replaces. */
export function questionOf(request: ListRequest): Question {
  const { q, columns, replaces } = request;
  const question = readQuestion(q, vocabularyOf(request), replaces !== undefined);
  if (columns === undefined) return question;
  const { product, units } = question;
  return {
    ...question,
    product: product && { ...product, keys: [] },
    units: units.map((unit) => ({ ...unit, products: [] })),
    needs: [],
    rivals: [],
  };
}
