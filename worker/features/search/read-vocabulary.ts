import type { Vocabulary } from "./vocabulary.ts";

/** Returns the vocabulary for a search text. Undefined for "", because a list without a search needs none. */
export type ReadVocabulary = (q: string) => Promise<Vocabulary | undefined>;

/** Building a vocabulary takes about 25 ms. */
let built: Vocabulary | undefined;

/** The first search of an isolate loads the thesaurus. */
export const readVocabulary: ReadVocabulary = async (q) => {
  if (q === "") return undefined;
  const words = await import("./vocabulary.ts");
  return (built ??= new words.Vocabulary());
};
