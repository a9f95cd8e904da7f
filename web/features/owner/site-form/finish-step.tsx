import { Fragment } from "react";
import { Link } from "react-router";
import { factText } from "#schema/facts/fact-texts.ts";
import { FACT_NAMES, factOf } from "#schema/facts/facts.ts";
import { CATEGORY_LABELS, isCategory, type Pair, REPLACEMENTS } from "#schema/sites/sites.ts";
import { parseImageSize } from "#schema/images/image-size.ts";
import { StoredImage } from "../site-images/shown-image.tsx";
import { smallestFile } from "#schema/images/site-image-files.ts";
import { Logo } from "../../sites/logo/logo.tsx";
import { toSourcesInput, validFacts } from "../draft/draft-facts.ts";
import { toPair } from "../draft/draft-pair.ts";
import { STEP_TITLES, type Step } from "./steps.tsx";
import { type SiteDraft, TEXT_FIELD_ENTRIES } from "../draft/site-draft.ts";

export function FinishStep({ draft }: { draft: SiteDraft }) {
  const facts = validFacts(draft.facts);
  const sources = toSourcesInput(draft.facts, draft.factSources);
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
          <dt>Alternatives</dt>
          <dd>
            {draft.alternatives.length === 0 && "None"}
            <ul>
              {draft.alternatives.map(({ key, name, link, pair }) => (
                <li key={key}>
                  {name} <span className="review-detail">{link}</span>
                  {pair && <ReviewedPair {...toPair(pair)} />}
                </li>
              ))}
            </ul>
          </dd>
          <dt>Logo</dt>
          <dd>
            <Logo name={draft.name} logo={draft.logo} size={48} />
          </dd>
          <dt>Screenshots</dt>
          <dd>
            {draft.screenshots.length === 0 && "None"}
            <ul className="review-screenshots">
              {draft.screenshots.map(({ key, url, alt, decorative, caption }) => (
                <li key={key}>
                  <StoredImage src={smallestFile(url)} size={parseImageSize(url)!} />
                  <span>
                    {decorative ? "Decorative" : alt} {caption && <span className="review-detail">{caption}</span>}
                  </span>
                </li>
              ))}
            </ul>
          </dd>
          {FACT_NAMES.map(
            (name) =>
              facts[name] !== undefined && (
                <Fragment key={name}>
                  <dt>{factOf(name).label}</dt>
                  <dd>
                    {factText(name, facts[name])}{" "}
                    {sources[name] && <span className="review-detail">{sources[name]}</span>}
                  </dd>
                </Fragment>
              ),
          )}
        </dl>
      </section>
      <section className="card review" aria-labelledby="review-content">
        <ReviewHead id="review-content" step="content" />
        <p>Check your article in the preview below.</p>
      </section>
    </>
  );
}

const ReviewedPair = ({ replaces, lacks, adds, moving }: Pair) => (
  <ul className="review-detail">
    {replaces && <li>{REPLACEMENTS[replaces]}</li>}
    {lacks && lacks.length > 0 && <li>Lacks: {lacks.join("; ")}</li>}
    {adds && adds.length > 0 && <li>Adds: {adds.join("; ")}</li>}
    {(moving?.text || moving?.link) && (
      <li>
        Moving: {moving.text} {moving.link}
      </li>
    )}
  </ul>
);

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
