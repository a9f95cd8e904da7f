import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { contactPath, editSitePath, sitePath } from "#schema/pages/paths.ts";
import type { SiteLink } from "#schema/pages/pages.ts";
import { cleanLink } from "#schema/values/web-links.ts";
import { UrlField } from "../../../forms/url-field.tsx";
import "../../../forms/long-form.css";
import { faviconHost, Logo } from "../../sites/logo/logo.tsx";
import type { SiteDraft } from "../draft/site-draft.ts";
import type { Proposal } from "../draft/use-proposal.ts";

type Props = {
  draft: SiteDraft;
  change: (changes: Partial<SiteDraft>) => void;
  proposal: Proposal;
  error: string | undefined;
};

/** A link that is typed is asked about after this pause. */
const PAUSE_MS = 1000;

/** A new link fills the empty fields from the page that it leads to. */
export function LinkField({ draft, change, proposal: { state, propose, undo, listed }, error }: Props) {
  const [iconOf, showIconOf] = useState(draft.link);
  const pause = useRef(0);
  useEffect(() => () => window.clearTimeout(pause.current), []);
  return (
    <div>
      <UrlField
        name="link"
        label="Site link"
        autoComplete="url"
        value={draft.link}
        onType={(link) => {
          change({ link });
          window.clearTimeout(pause.current);
          pause.current = window.setTimeout(() => propose(cleanLink(link)), PAUSE_MS);
        }}
        onPaste={(event) => propose(cleanLink(event.clipboardData.getData("text")))}
        onLeave={(link) => {
          showIconOf(link);
          propose(link);
        }}
        error={error ?? listed?.refusal}
        hint={
          faviconHost(iconOf) && (
            <span className="link-icon">
              <Logo name={draft.name || faviconHost(iconOf)!} size={16} /> <span>{faviconHost(iconOf)}</span>
            </span>
          )
        }
      />
      <p className="form-note">
        <output>{state.text}</output>
        {state.undoable && (
          <button type="button" className="link-button" onClick={undo}>
            Undo
          </button>
        )}
      </p>
      {/* Screen readers say what appears in it. */}
      <div role="status">
        {listed && (
          <p className="link-listed">
            <Logo name={listed.site.name} link={draft.link} size={24} />
            {"id" in listed.site ? (
              <Link to={editSitePath(listed.site.id)}>Edit “{listed.site.name}”</Link>
            ) : (
              <span>
                This link is already listed as <Link to={sitePath(listed.site.slug)}>{listed.site.name}</Link>. Is it
                yours?{" "}
                <Link to={contactPath} state={{ message: claimText(listed.site) }}>
                  Ask for that listing
                </Link>
                . Another listing of the link is checked before visitors see it.
              </span>
            )}
          </p>
        )}
      </div>
    </div>
  );
}

const claimText = ({ name, slug }: SiteLink) =>
  `The listing “${name}” (${sitePath(slug)}) is of my site. Please give it to my account. This shows that the site is mine: `;
