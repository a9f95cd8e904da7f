import type { FactName } from "#schema/facts/facts.ts";
import type { DraftFact } from "../draft/draft-facts.ts";

export type ControlProps = {
  name: FactName;
  /** Of the field in the form and in errors. */
  path: string;
  error: string | undefined;
  onChange: (value: DraftFact | undefined) => void;
};
