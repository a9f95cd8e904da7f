import { startTransition, useState } from "react";
import { SelectField } from "../../../forms/select-field.tsx";
import { fetchResult, type LoaderData } from "../../../screen-data.ts";
import { type PromotionList, PromotionsDialog } from "./promotions-dialog.tsx";
import "./books.css";

const MONTHS = 24;

/** The last two years, newest first: `2026-11` with its name. */
const monthsUntil = (now: Date): [value: string, name: string][] =>
  Array.from({ length: MONTHS }, (_, index) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index));
    const name = month.toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
    return [month.toISOString().slice(0, 7), name];
  });

export function BooksCard() {
  const [promotions, setPromotions] = useState<LoaderData<PromotionList>>();
  const [months] = useState(() => monthsUntil(new Date()));
  const load = () => {
    const result = fetchResult<PromotionList>("admin/promotions/", new AbortController().signal);
    // A list that is open stays in view until the new one comes.
    startTransition(() => setPromotions({ result }));
  };
  return (
    <section className="books" aria-labelledby="books">
      <h2 id="books">Books</h2>
      <div className="books-parts">
        {/* The browser itself downloads the file. */}
        <form action="/api/admin/ledger/" method="get">
          <SelectField name="month" label="Ledger of a month (UTC)">
            {months.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
          <button type="submit" className="button">
            Download as CSV
          </button>
        </form>
        <button type="button" className="button" aria-haspopup="dialog" onClick={load}>
          Promotion codes
        </button>
      </div>
      {promotions && (
        <PromotionsDialog promotions={promotions} onChange={load} onClose={() => setPromotions(undefined)} />
      )}
    </section>
  );
}
