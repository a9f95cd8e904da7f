import { factOf } from "#schema/facts/facts.ts";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { DateText } from "../../../ui/date.tsx";
import { changeText } from "./change-text.ts";

export function FactChanges({ changes, products }: Pick<SiteDetailPage, "changes" | "products">) {
  if (changes.length === 0) return null;
  return (
    <section className="section" aria-labelledby="changes-title">
      <h2 id="changes-title">Changes of facts</h2>
      <ul className="fact-changes">
        {changes.map((change) => (
          <li key={change.day + change.fact}>
            <DateText iso={change.day} />
            <p>
              <strong>{factOf(change.fact).label}:</strong> {changeText(change, products)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
