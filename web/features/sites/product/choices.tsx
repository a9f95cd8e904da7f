import { Link } from "react-router";
import { sitePath } from "#schema/pages/paths.ts";
import type { Choices as ChoicesData } from "#schema/sites/product-guide.ts";
import { DateText } from "../../../ui/date.tsx";
import { asSentence } from "./product-texts.ts";

export function Choices({ choices: { lines, by, changed_at } }: { choices: ChoicesData }) {
  return (
    <section className="verdict" aria-labelledby="choices-title">
      <h2 id="choices-title">Which one to choose</h2>
      <ul className="choices">
        {lines.map(({ slug, name, text }) => (
          <li key={slug}>
            Choose <Link to={sitePath(slug)}>{name}</Link> if {asSentence(text)}
          </li>
        ))}
      </ul>
      <p className="meta">
        <span>
          Written by {by || "our staff"}
          {changed_at && (
            <>
              {" "}
              on <DateText iso={changed_at} />
            </>
          )}
        </span>
      </p>
    </section>
  );
}
