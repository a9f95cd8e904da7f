import { Link } from "react-router";
import type { AdminRecord, ReviewedListing, ShownListing } from "#schema/admin.ts";
import { sitePath } from "#schema/pages/paths.ts";
import { fetchResult } from "../../../data/screen-data.ts";
import { LoadOnce } from "../../../layout/load-once.tsx";
import { ArticleBody } from "../../documents/article-body.tsx";
import { MarkupView } from "../../documents/markup-view.tsx";
import { markArticle, markText } from "./mark-found.ts";

const NOFOLLOW = { target: "_blank", rel: "ugc nofollow noopener" } as const;

/** The listing as visitors would read it, with the reasons why it waits, and the one that it may copy. */
export function ReviewListing({ record: { id, review_note: note } }: { record: AdminRecord }) {
  const load = () => fetchResult("admin/listings/:id/", { params: { id }, signal: new AbortController().signal });
  return (
    <LoadOnce load={load} failure="Could not fetch the listing." skeleton="article">
      {(review) => <Review note={String(note ?? "")} {...review} />}
    </LoadOnce>
  );
}

function Review({ note, listing, findings, rival }: ReviewedListing & { note: string }) {
  // The rules that guess do not count for an owner whom they trust.
  const found = findings.filter(({ reason }) => note.includes(reason)).flatMap((finding) => finding.found);
  return (
    <>
      {note && (
        <div className="pending-reason">
          <p>
            <strong>Waits because of:</strong> {note}
          </p>
          {found.length > 0 && (
            <ul aria-label="Found">
              {found.map((text) => (
                <li key={text}>
                  <mark>
                    <bdi>{text}</bdi>
                  </mark>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <div className="pending-compare">
        <Listing title={rival ? "This listing" : undefined} listing={listing} found={found} />
        {rival && <Listing title="Public listing with this page or name" listing={rival} found={[]} isPublic />}
      </div>
    </>
  );
}

type ListingProps = { title: string | undefined; listing: ShownListing; found: string[]; isPublic?: boolean };

function Listing({ title, listing, found, isPublic }: ListingProps) {
  const { name, slug, link, description, alternatives, article } = listing;
  const marked = (text: string) => (
    <bdi>
      <MarkupView content={markText(text, found)} />
    </bdi>
  );
  return (
    <section aria-label={title}>
      {title && <p className="pending-label">{title}</p>}
      <p className="pending-title">
        {isPublic ? (
          <Link className="touch-link" to={sitePath(slug)}>
            {name}
          </Link>
        ) : (
          marked(name)
        )}
      </p>
      <p>
        <a className="touch-link" href={link} {...NOFOLLOW}>
          {marked(link)}
        </a>
      </p>
      <p>{marked(description)}</p>
      {alternatives.length > 0 && (
        <p>Instead of {marked(alternatives.map((one) => `${one.name} (${one.link})`).join(", "))}</p>
      )}
      {article.blocks.length > 0 ? (
        <ArticleBody article={markArticle(article, found)} linkRel={NOFOLLOW.rel} />
      ) : (
        <p className="empty">No blog available for this site.</p>
      )}
    </section>
  );
}
