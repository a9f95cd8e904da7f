import { Link } from "react-router";
import { CATEGORY_LABELS, isCategory } from "#schema/sites.ts";
import { parseImageSize } from "#schema/media.ts";
import { StoredImage } from "../site-images/shown-image.tsx";
import { smallestFile } from "#schema/site-image-files.ts";
import { Logo } from "../../sites/card/logo.tsx";
import { STEP_TITLES, type Step } from "./steps.tsx";
import type { SiteDraft } from "./site-draft.ts";

export function FinishStep({ draft }: { draft: SiteDraft }) {
  return (
    <>
      <section className="card review" aria-labelledby="review-details">
        <ReviewHead id="review-details" step="details" />
        <dl className="facts">
          <dt>Site name</dt>
          <dd>{draft.name}</dd>
          <dt>Site link</dt>
          <dd className="review-link">
            <Logo name={draft.name} logo={draft.logo} size={16} /> {draft.link}
          </dd>
          <dt>Description</dt>
          <dd>{draft.description || "None"}</dd>
          <dt>Category</dt>
          <dd>{isCategory(draft.category) && CATEGORY_LABELS[draft.category]}</dd>
          <dt>Alternatives</dt>
          <dd>
            {draft.alternatives.length === 0 && "None"}
            <ul>
              {draft.alternatives.map(({ key, name, link }) => (
                <li key={key}>
                  {name} <span className="review-target">{link}</span>
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
                    {decorative ? "Decorative" : alt} {caption && <span className="review-target">{caption}</span>}
                  </span>
                </li>
              ))}
            </ul>
          </dd>
        </dl>
      </section>
      <section className="card review" aria-labelledby="review-content">
        <ReviewHead id="review-content" step="content" />
        <p>Check your article in the preview below.</p>
      </section>
    </>
  );
}

function ReviewHead({ id, step }: { id: string; step: Step }) {
  return (
    <header>
      <h3 id={id}>{STEP_TITLES[step]}</h3>
      <Link to={`#${step}`}>
        Edit<span className="visually-hidden"> {STEP_TITLES[step]}</span>
      </Link>
    </header>
  );
}
