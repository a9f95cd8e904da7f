import { Vocabulary } from "./question.ts";

let plain: Vocabulary | undefined;

/** Returns the words of the thesaurus, without the synonyms of staff. */
export const plainVocabulary = (): Vocabulary => (plain ??= new Vocabulary([]));

/** Reads the vocabulary for a search text. Undefined for "", because a list without a search needs none. */
export type ReadVocabulary = (q: string) => Promise<Vocabulary | undefined>;

export const vocabularyReader =
  (_kv: KVNamespace): ReadVocabulary =>
  async (q) =>
    q === "" ? undefined : plainVocabulary();
