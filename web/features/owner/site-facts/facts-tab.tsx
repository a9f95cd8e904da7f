import { DateText } from "../../../ui/date.tsx";
import { FactsFields } from "./facts-fields.tsx";

type Props = Parameters<typeof FactsFields>[0] & {
  /** The day of the last check. */
  checkedAt: string | null;
};

export function FactsTab({ checkedAt, ...fields }: Props) {
  const { draft, change, proposal } = fields;
  return (
    <div className="form">
      <p className="form-note">
        <button type="button" className="link-button" onClick={proposal.proposeAgain}>
          Look for facts on the site’s page
        </button>
        <output>{proposal.state.text}</output>
      </p>
      <FactsFields {...fields} />
      <div>
        <label className="checkbox">
          <input
            type="checkbox"
            name="facts_checked"
            checked={draft.factsChecked}
            onChange={(event) => change({ factsChecked: event.target.checked })}
          />
          These facts are right today
        </label>
        <p className="field-hint">
          {checkedAt ? (
            <span>
              Facts checked: <DateText iso={checkedAt} />
            </span>
          ) : (
            "Nobody has checked the facts yet."
          )}
        </p>
      </div>
    </div>
  );
}
