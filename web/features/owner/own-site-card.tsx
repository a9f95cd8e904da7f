import { useState } from "react";
import { Link } from "react-router";
import { editSitePath, payPath, withQuery } from "#schema/paths.ts";
import type { OwnSiteSummary } from "#schema/sites.ts";
import { DateText } from "../../ui/date.tsx";
import { countText } from "../sites/counts.ts";
import { Favicon } from "../sites/favicon.tsx";
import { InsteadOf } from "../sites/instead-of.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { Status } from "./status.tsx";
import { pageOf } from "./page-of.ts";
import { ReviewNote } from "./review-note.tsx";

type Props = {
  site: OwnSiteSummary;
  onChanged: (site: OwnSiteSummary) => void;
  onDeleted: () => void;
};

export function OwnSiteCard({ site, onChanged, onDeleted }: Props) {
  const [asking, ask] = useState<"delete" | "cancel">();
  const isFeatured = site.status === "featured";
  const named = <span className="visually-hidden"> {site.name}</span>;
  return (
    <article className={isFeatured ? "card site-card site-card-featured" : "card site-card"}>
      <header>
        <Favicon link={site.link} />
        <h3>
          <Link to={pageOf(site)}>{site.name}</Link>
        </h3>
        <Status site={site} />
      </header>
      <ReviewNote site={site} />
      {site.description && <p className="site-card-description">{site.description}</p>}
      {site.alternatives.length > 0 && <InsteadOf alternatives={site.alternatives} />}
      <p className="own-site-facts">
        <span>{countText(site.like_count, ["like", "likes"])}</span>
        {site.featured_until && (
          <span>
            Featured until <DateText iso={site.featured_until} />
          </span>
        )}
      </p>
      <p className="own-site-actions">
        <Link className="button" to={editSitePath(site.id)}>
          Edit{named}
        </Link>
        {isFeatured ? (
          <button type="button" className="button" aria-haspopup="dialog" onClick={() => ask("cancel")}>
            Cancel subscription<span className="visually-hidden"> of {site.name}</span>
          </button>
        ) : (
          !site.featured_until && (
            <Link className="button" to={withQuery(payPath, { siteId: site.id })}>
              Upgrade{named}
            </Link>
          )
        )}
        <button type="button" className="button button-danger" aria-haspopup="dialog" onClick={() => ask("delete")}>
          Delete{named}
        </button>
      </p>
      {asking === "delete" && <DeleteDialog site={site} onDeleted={onDeleted} onClose={() => ask(undefined)} />}
      {asking === "cancel" && (
        <CancelDialog
          site={site}
          onClose={() => ask(undefined)}
          onCancelled={(featuredUntil) => {
            ask(undefined);
            onChanged({ ...site, status: "basic", featured_until: featuredUntil });
          }}
        />
      )}
    </article>
  );
}
