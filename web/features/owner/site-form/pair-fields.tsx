import { MAX_POINT_LENGTH } from "#schema/facts/facts.ts";
import { NOT_STATED } from "#schema/facts/fact-texts.ts";
import { MAX_PAIR_POINTS, REPLACEMENTS } from "#schema/sites/sites.ts";
import { SelectField } from "../../../forms/select-field.tsx";
import { TextArea } from "../../../forms/text-area.tsx";
import { UrlField } from "../../../forms/url-field.tsx";
import { type DraftPair, isBlankPair, toDraftPair } from "../draft/draft-pair.ts";
import "../site-facts/site-facts.css";

type Props = {
  /** Of the alternative in the form and in errors. */
  path: string;
  product: string;
  pair: DraftPair | undefined;
  problems: Record<string, string>;
  onChange: (pair: DraftPair) => void;
};

const BLANK = toDraftPair({});
const DROP_IN_HINT = "A drop-in replacement reads its files or speaks its API.";
const POINTS_HINT = `One per line, at most ${MAX_PAIR_POINTS}, each up to ${MAX_POINT_LENGTH} characters.`;

/** How the site replaces a product. All of it is optional. */
export function PairFields({ path, product, pair = BLANK, problems, onChange }: Props) {
  const name = product || "this product";
  /** An error may be at one of several texts: `alternatives.0.lacks.1`. */
  const field = (part: string, draft: keyof DraftPair) => ({
    name: `${path}.${part}`,
    value: pair[draft],
    error: Object.entries(problems).find(([at]) => `${at}.`.startsWith(`${path}.${part}.`))?.[1],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...pair, [draft]: target.value }),
  });
  const parts = {
    replaces: field("replaces", "replaces"),
    lacks: field("lacks", "lacks"),
    adds: field("adds", "adds"),
    text: field("moving.text", "moving"),
    link: field("moving.link", "movingLink"),
  };
  const hasProblem = Object.values(parts).some(({ error }) => error);
  return (
    <details className="alternative-pair" {...(hasProblem && { open: true })}>
      <summary>{`How does it replace ${name}?${isBlankPair(pair) ? "" : " (stated)"}`}</summary>
      <div className="form">
        <SelectField
          {...parts.replaces}
          label={`How much of ${name} it replaces`}
          hint={DROP_IN_HINT}
          options={REPLACEMENTS}
        >
          <option value="">{NOT_STATED}</option>
        </SelectField>
        <div className="form-row">
          <TextArea {...parts.lacks} label={`What ${name} has and this site lacks`} hint={POINTS_HINT} rows={3} />
          <TextArea {...parts.adds} label={`What this site has and ${name} lacks`} hint={POINTS_HINT} rows={3} />
        </div>
        <TextArea {...parts.text} label={`How people bring their data from ${name}`} rows={3} />
        <UrlField
          {...parts.link}
          label={`Address of a guide to moving from ${name}`}
          onType={(movingLink) => onChange({ ...pair, movingLink })}
        />
      </div>
    </details>
  );
}
