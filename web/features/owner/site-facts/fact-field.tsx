import { type FactName, factOf } from "#schema/facts/facts.ts";
import { hostOf } from "#schema/values/links.ts";
import { UrlField } from "../../../forms/url-field.tsx";
import { isStated, type DraftFact } from "../draft/draft-facts.ts";
import { FactControl } from "./fact-control.tsx";

type Props = {
  name: FactName;
  value: DraftFact | undefined;
  source: string;
  problems: Record<string, string>;
  onChange: (value: DraftFact | undefined) => void;
  onSource: (source: string) => void;
};

/** A fact, and where it is stated once it has a value. */
export function FactField({ name, value, source, problems, onChange, onSource }: Props) {
  const { label } = factOf(name);
  const problem = problems[`fact_sources.${name}`];
  return (
    <div className="fact-field">
      <FactControl
        name={name}
        path={`facts.${name}`}
        value={value}
        error={problems[`facts.${name}`]}
        onChange={onChange}
      />
      {isStated(value) && (
        <details className="fact-source" {...(problem && { open: true })}>
          <summary>
            <span>
              {source ? `Stated at ${URL.canParse(source) ? hostOf(source) : source}` : "Where is this stated?"}
            </span>
            <span className="visually-hidden">{` (${label})`}</span>
          </summary>
          <UrlField
            name={`fact_sources.${name}`}
            label={
              <>
                Address of the source (optional)<span className="visually-hidden">{` of ${label}`}</span>
              </>
            }
            value={source}
            onType={onSource}
            error={problem}
          />
        </details>
      )}
    </div>
  );
}
