import { useRef, useState } from "react";
import { Link } from "react-router";
import { editSitePath } from "#schema/pages/paths.ts";
import type { OwnerSiteSummary } from "#schema/sites/sites.ts";
import { faviconHost, Logo } from "../../sites/logo/logo.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { pathForOwner } from "../../sites/site/path-for-owner.ts";
import { ReviewNote } from "./review-note.tsx";
import { SiteRowEditor } from "./site-row-editor.tsx";
import { Status } from "./status.tsx";

type Props = { site: OwnerSiteSummary; onDelete: () => Promise<void> };

export function SiteRow({ site, onDelete }: Props) {
  const [isEditing, setEditing] = useState(false);
  /** Another tab or user saved this version while the row was edited. */
  const [newer, setNewer] = useState<OwnerSiteSummary>();
  const [isDeleting, setDeleting] = useState(false);
  const wasEditing = useRef(false);
  const named = <span className="visually-hidden">{` ${site.name}`}</span>;

  function close() {
    wasEditing.current = true;
    setNewer(undefined);
    setEditing(false);
  }

  if (isEditing) {
    return (
      <tr>
        <td colSpan={4}>
          <SiteRowEditor key={newer?.updated_at} site={newer ?? site} onLoadNewer={setNewer} onClose={close} />
        </td>
      </tr>
    );
  }
  return (
    <tr>
      <th scope="row">
        <span className="table-name">
          <Logo name={site.name} link={site.review === "active" ? site.link : undefined} logo={site.logo} />
          <span>
            <Link to={pathForOwner(site)}>{site.name}</Link>
            <small>{faviconHost(site.link)}</small>
          </span>
        </span>
      </th>
      <td data-label="Alternatives">
        {site.alternatives.length === 0 ? "None" : site.alternatives.map(({ name }) => name).join(", ")}
      </td>
      <td data-label="Status">
        <Status site={site} />
        <ReviewNote site={site} />
      </td>
      <td>
        <span className="table-actions">
          <button
            // The closed editor had the focus.
            ref={(button) => {
              if (button && wasEditing.current) button.focus();
              wasEditing.current = false;
            }}
            type="button"
            className="button"
            onClick={() => setEditing(true)}
          >
            Edit{named}
          </button>
          <Link className="button" to={editSitePath(site.id)}>
            Edit article<span className="visually-hidden">{` of ${site.name}`}</span>
          </Link>
          <button type="button" className="link-button" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
            Delete{named}
          </button>
        </span>
        {isDeleting && (
          <DeleteDialog
            site={site}
            until={site.featured_until}
            onDelete={onDelete}
            onClose={() => setDeleting(false)}
          />
        )}
      </td>
    </tr>
  );
}
