import type { AppEnv, Bindings } from "../../env.ts";
import { readSynonyms, type Synonym } from "./synonyms.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Returns the vocabulary for a search text. Undefined for "", because a list without a search needs none. */
export type ReadVocabulary = (q: string) => Promise<Vocabulary | undefined>;

type Reading = { env: Pick<Bindings, "SESSIONS">; var: Pick<AppEnv["Variables"], "ports"> };

/** Building a vocabulary takes about 30 ms. */
let built: { vocabulary: Vocabulary; synonyms: readonly Synonym[] } | undefined;

/** The first search of an isolate loads the thesaurus. */
export const vocabularyReader =
  ({ env, var: { ports } }: Reading): ReadVocabulary =>
  async (q) => {
    if (q === "") return undefined;
    const [words, synonyms] = await Promise.all([import("./vocabulary.ts"), readSynonyms({ kv: env.SESSIONS, ports })]);
    if (built?.synonyms !== synonyms) built = { vocabulary: new words.Vocabulary(synonyms), synonyms };
    return built.vocabulary;
  };
