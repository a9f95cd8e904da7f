import { Fragment, useState } from "react";
import { Link } from "react-router";
import * as z from "zod/mini";
import { sitePath } from "#schema/pages/paths.ts";
import { type ExplainedSearch, type ExplainedSite, MAX_EXPLAINED_SITES } from "#schema/search/explained.ts";
import { get } from "../../data/api.ts";
import { Field } from "../../forms/field.tsx";
import { FormMessage } from "../../forms/form-message.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useForm } from "../../forms/use-form.ts";
import { countText, formatCount } from "../../ui/counts.ts";
import { Table } from "../../ui/table.tsx";

const rules = z.object({ q: z.string().check(z.trim(), z.minLength(1, "Please type what a visitor searches for.")) });

/** Shows how a search is read, and which rules put each site in its place. */
export function ExplainSearch() {
  const [shown, setShown] = useState<{ q: string; found: ExplainedSearch }>();
  const form = useForm(rules, async ({ q }) => setShown({ q, found: await get("admin/search/", { query: { q } }) }));
  return (
    <section className="explain-search" aria-labelledby="explain-search">
      <h2 id="explain-search">Why is this here?</h2>
      <form className="form" {...form.props}>
        <Field
          label="Search as a visitor"
          hint="You see how the search is read, and which rules give each site its points. The spelling is not corrected."
          name="q"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          error={form.fields["q"]}
        />
        <FormMessage
          text={form.message && `Could not explain the search. Press “Explain” to try again. Reason: ${form.message}`}
        />
        <div className="form-actions">
          <SubmitButton className="button" busy={form.busy} busyText="Explaining…">
            Explain
          </SubmitButton>
        </div>
      </form>
      <output>{form.busy ? "Searching…" : shown && summaryOf(shown.q, shown.found.sites.length)}</output>
      {shown && (
        <div aria-busy={form.busy}>
          <Reading found={shown.found} />
          {shown.found.sites.length > 0 && <Sites q={shown.q} sites={shown.found.sites} />}
        </div>
      )}
    </section>
  );
}

function summaryOf(q: string, count: number): string {
  if (count === 0) return `No site answers “${q}”.`;
  return `${count === MAX_EXPLAINED_SITES ? "The first " : ""}${countText(count, ["site", "sites"])} for “${q}”`;
}

function Reading({ found: { product, needed, wishes, product_needs: needs } }: { found: ExplainedSearch }) {
  const rows = {
    Product: productText(product),
    Needed: needed.map(neededText).join(" "),
    Wishes: wishes.join(", "),
    "Needs it serves": needs.join(", "),
  };
  return (
    <dl className="facts">
      {Object.entries(rows)
        .filter(([, text]) => text !== "")
        .map(([label, text]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

function productText(product: ExplainedSearch["product"]): string {
  if (!product) return "None.";
  const { name, is_asked: isAsked, is_found: isFound } = product;
  if (isFound) return `${name}. ${isAsked ? "The words ask to replace it." : "The words name it."}`;
  return isAsked ? `${name}. The words ask to replace it, and no site does.` : `None. No site replaces “${name}”.`;
}

const neededText = ({ words, same, is_need: isNeed }: ExplainedSearch["needed"][number]) =>
  `“${words}”${isNeed ? ", a known need" : ""}.${same.length > 0 ? ` The same: ${same.join(", ")}.` : ""}`;

const Sites = ({ q, sites }: { q: string; sites: ExplainedSite[] }) => (
  <Table
    label={`Sites for “${q}”`}
    columns={["Place", "Site", "Match", "Points", "Points by rule"]}
    numbers={["Place", "Points"]}
  >
    {sites.map(({ place, name, slug, is_exact: isExact, sum, rules: held }) => (
      <tr key={slug}>
        <td className="number">{place}</td>
        <th scope="row">
          <Link to={sitePath(slug)} dir="auto">
            {name}
          </Link>
        </th>
        <td data-label="Match">{isExact ? "Exact" : "Close"}</td>
        <td data-label="Points" className="number">
          {formatCount(sum)}
        </td>
        <td>
          <ul className="explain-rules">
            {held.map(({ rule, says, points }) => (
              <li key={rule}>
                <span className="number">{formatCount(points)}</span> <span>{says}</span>
              </li>
            ))}
          </ul>
        </td>
      </tr>
    ))}
  </Table>
);
