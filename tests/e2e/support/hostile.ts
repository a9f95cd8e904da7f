import { readFileSync } from "node:fs";
import { hostileDocuments } from "../../support/hostile-documents.ts";

/** A file with other documents to test, one `{"name", "doc"}` per line. */
const FILE = process.env["HOSTILE_DOCUMENTS"];

/** `/hostile-1` shows the first document as it is, `/cleaned-1` its sanitized form. */
export const DOCUMENTS: typeof hostileDocuments = FILE
  ? readFileSync(FILE, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
  : hostileDocuments;

/** The documents of the tests end with this text. */
export const LAST_WORDS = FILE ? undefined : "Here it ends.";
