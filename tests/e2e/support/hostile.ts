import { readFileSync } from "node:fs";
import { hostileDocuments } from "../../support/hostile-documents.ts";

/** A file with other documents to test, one `{"name", "doc"}` per line. */
const FILE = process.env["HOSTILE_DOCUMENTS"];

/** Of each document, a site shows it as it is: `/hostile-1`. Another one has its sanitized form: `/cleaned-1`. */
export const DOCUMENTS: typeof hostileDocuments = FILE
  ? readFileSync(FILE, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
  : hostileDocuments;

/** The documents of the tests end with this text. */
export const LAST_WORDS = FILE ? undefined : "Here it ends.";
