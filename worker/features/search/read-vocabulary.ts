import { parseSynonyms, SYNONYMS_KEY } from "./synonyms.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Reads the vocabulary for a search text. Undefined for "", because a list without a search needs none. */
export type ReadVocabulary = (q: string) => Promise<Vocabulary | undefined>;

/** KV allows no shorter time. Staff wait so long until a search knows a new synonym. */
const KEPT_SECONDS = 60;

/** Building a vocabulary takes about 25 ms, so it is kept until the synonyms change. */
let built: { synonyms: string; vocabulary: Vocabulary } | undefined;

/**
 * Reads the synonyms of staff from KV, because a search has only one trip to D1. Without an answer of KV, the search knows
 * the former synonyms. The thesaurus is loaded by the first search of an isolate.
 */
export const vocabularyReader =
  (kv: KVNamespace): ReadVocabulary =>
  async (q) => {
    if (q === "") return undefined;
    const words = await import("./vocabulary.ts");
    const stored = await kv.get(SYNONYMS_KEY, { cacheTtl: KEPT_SECONDS }).catch(() => built?.synonyms ?? null);
    const synonyms = stored ?? "[]";
    if (built?.synonyms !== synonyms) built = { synonyms, vocabulary: new words.Vocabulary(parseSynonyms(synonyms)) };
    return built.vocabulary;
  };
