import { Fragment } from "react";
import { Link } from "react-router";
import { CATEGORY_LABELS, isCategory } from "#schema/sites/sites.ts";
import { Logo } from "../../sites/logo/logo.tsx";
import { STEP_TITLES, type Step } from "./steps.tsx";
import { type SiteDraft, TEXT_FIELD_ENTRIES } from "../draft/site-draft.ts";

export function FinishStep({ draft }: { draft: SiteDraft }) {
  return (
    <>
      <section className="card review" aria-labelledby="review-details">
        <ReviewHead id="review-details" step="details" />
        <dl className="facts">
          <dt>Site link</dt>
          <dd className="review-link">
            <Logo name={draft.name} logo={draft.logo} size={16} /> {draft.link}
          </dd>
          {TEXT_FIELD_ENTRIES.map(([name, { label }]) => (
            <Fragment key={name}>
              <dt>{label}</dt>
              <dd>{draft[name] || "None"}</dd>
            </Fragment>
          ))}
          <dt>Category</dt>
          <dd>{isCategory(draft.category) && CATEGORY_LABELS[draft.category]}</dd>
          <dt>Replaces</dt>
          <dd>
            {draft.alternatives.length === 0 && "No product is named: nobody finds it on the page of what they leave."}
            <ul>
              {draft.alternatives.map(({ key, name, link }) => (
                <li key={key}>
                  {name} <span className="review-detail">{link}</span>
                </li>
              ))}
            </ul>
          </dd>
        </dl>
      </section>
      <section className="card review" aria-labelledby="review-content">
        <ReviewHead id="review-content" step="content" />
        <p>Check your article first, in the preview below the button.</p>
      </section>
    </>
  );
}

function ReviewHead({ id, step }: { id: string; step: Step }) {
  return (
    <header>
      <h3 id={id}>{STEP_TITLES[step]}</h3>
      <Link to={`#${step}`}>
        Edit<span className="visually-hidden">{` ${STEP_TITLES[step]}`}</span>
      </Link>
    </header>
  );
}
