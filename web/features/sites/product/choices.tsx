import { Link } from "react-router";
import { sitePath } from "#schema/pages/paths.ts";
import type { Choices as ChoicesData } from "#schema/sites/product-guide.ts";
import type { Moved } from "#schema/sites/switches.ts";
import { DateText } from "../../../ui/date.tsx";
import { stayedText } from "../moved/moved-texts.ts";
import { asSentence } from "./product-texts.ts";

type Props = { choices: ChoicesData; moved: Moved };

export function Choices({ choices: { lines, by, changed_at }, moved }: Props) {
  return (
    <section className="verdict" aria-labelledby="choices-title">
      <h2 id="choices-title">Which one to choose</h2>
      <ul className="choices">
        {lines.map(({ slug, name, text }) => (
          <li key={slug}>
            Choose <Link to={sitePath(slug)}>{name}</Link> if {asSentence(text)} {stayedText(moved, slug)}
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
