import { MAX_ALTERNATIVES, type CardSite } from "#schema/sites/sites.ts";
import { Marked } from "./marked.tsx";

export function ReplacedChips({ alternatives }: Pick<CardSite, "alternatives">) {
  const rest = alternatives.length - MAX_ALTERNATIVES;
  return (
    <div className="instead-of">
      <span>Instead of</span>
      <ul>
        {alternatives.slice(0, MAX_ALTERNATIVES).map(({ name }) => (
          <li key={name} className="chip">
            <Marked text={name} />
          </li>
        ))}
        {rest > 0 && <li className="chip">+{rest}</li>}
      </ul>
    </div>
  );
}
