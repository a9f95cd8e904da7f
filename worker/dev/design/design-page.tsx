import type { ReactNode } from "react";
import { CATEGORIES } from "#schema/sites.ts";
import { Status } from "#web/features/owner/dashboard/status.tsx";
import { ReviewNote } from "#web/features/owner/dashboard/review-note.tsx";
import { CategoryDirectory } from "#web/features/sites/browse/category-directory.tsx";
import { FeaturedRow } from "#web/features/sites/card/featured-row.tsx";
import { LikeButton } from "#web/features/sites/card/like-button.tsx";
import { Gallery } from "#web/features/sites/gallery/gallery.tsx";
import { Logo } from "#web/features/sites/card/logo.tsx";
import { SiteGrid } from "#web/features/sites/card/site-grid.tsx";
import { sponsorIn } from "#web/features/sites/card/sponsor-card.tsx";
import { MostReplaced } from "#web/features/sites/home/most-replaced.tsx";
import { PopularSection } from "#web/features/sites/home/popular-section.tsx";
import { ListSearch, ListToolbar } from "#web/features/sites/search/list-search.tsx";
import { Field } from "#web/forms/field.tsx";
import { FormMessage } from "#web/forms/form-message.tsx";
import { SelectField } from "#web/forms/select-field.tsx";
import { TextArea } from "#web/forms/text-area.tsx";
import { Breadcrumbs } from "#web/layout/breadcrumbs.tsx";
import { Footer } from "#web/layout/footer.tsx";
import { Header } from "#web/layout/header.tsx";
import { Drawing } from "#web/ui/drawing.tsx";
import { LoadFailure } from "#web/ui/load-failure.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Table } from "#web/ui/table.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { sampleLogo } from "./sample-images.ts";
import { ownerSite, samplePage, sampleProducts, samples, sampleScreenshots } from "./samples.ts";

const COLOURS = [
  ["text", "surface"],
  ["text-muted", "surface"],
  ["text", "surface-raised"],
  ["accent", "surface"],
  ["accent-text", "accent"],
  ["accent-strong", "accent-surface"],
  ["paid-text", "paid-surface"],
  ["news-text", "news-surface"],
  ["error", "error-surface"],
] as const;
const SIZES = ["hero", "h1", "h2", "aside", "h3", "large", "article", "medium", "small"] as const;
const SPACES = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const NAMES = ["Zulip", "Google Drive", "1Password", "دردشة", "思源笔记", "🙂", "Ålesund", "E", "C++"];
const FORM = { q: "", category: null, sort: null, filters: {}, page: 1 };
const nothing = () => {};

/** Styles of this page alone: samples of tokens. */
const STYLES = `
  .design > section { margin-block-start: var(--space-8); }
  .design > section > * + * { margin-block-start: var(--space-4); }
  .design .row { align-items: center; display: flex; flex-wrap: wrap; gap: var(--space-4); }
  .design .swatch { padding: var(--space-3) var(--space-4); }
  .design .space { background: var(--accent); block-size: var(--space-4); }
  .design .still { position: static; }
  .design iframe { background: Canvas; border: 1px solid var(--border); max-inline-size: 100%; }
  .design .dialog { margin: 0; position: static; }
  ${COLOURS.map(([text, ground]) => `.on-${text}-${ground} { background: var(--${ground}); color: var(--${text}); }`).join("\n")}
  ${SIZES.map((size) => `.size-${size} { font-size: var(--size-${size}); }`).join("\n")}
  ${SPACES.map((space) => `.space-${space} { inline-size: var(--space-${space}); }`).join("\n")}
`;

export function DesignPage({ mails }: { mails: string[] }) {
  return (
    <>
      <title>Design</title>
      <style>{STYLES}</style>
      <Header />
      <main className="wrap design">
        <h1>Design</h1>
        <p className="lead">Every control, card, state and mail, without scripts. Set the theme in the browser.</p>
        <Part title="Colours">
          {COLOURS.map(([text, ground]) => (
            <p key={text + ground} className={`swatch on-${text}-${ground}`}>
              {text} on {ground}
            </p>
          ))}
          <hr className="turn" />
        </Part>
        <Part title="Type">
          {SIZES.map((size, index) => (
            <p key={size} className={`size-${size} ${index < 3 ? "narrow display" : ""}`}>
              {size}: leave Slack, 1,234
            </p>
          ))}
        </Part>
        <Part title="Space">
          {SPACES.map((space) => (
            <div key={space} className={`space space-${space}`} />
          ))}
        </Part>
        <Part title="Buttons">
          <div className="row">
            <button className="button button-primary">Primary</button>
            <button className="button">Plain</button>
            <button className="button button-danger">Delete</button>
            <button className="button button-primary" disabled>
              Disabled
            </button>
            <button className="button button-primary" aria-disabled="true">
              Saving…
            </button>
            <button className="link-button">Link button</button>
            <LikeButton site={samples[0]!} />
          </div>
        </Part>
        <Part title="Fields">
          <form className="form">
            <Field name="name" label="Name" hint="At most 100 characters." defaultValue="Zulip" />
            <Field name="link" label="Link" error="Enter a URL, such as https://example.com." defaultValue="example" />
            <SelectField name="category" label="Category">
              <option>Communication</option>
            </SelectField>
            <TextArea name="text" label="Message" rows={3} />
            <label className="checkbox">
              <input type="checkbox" defaultChecked /> Show Password
            </label>
            <Field name="off" label="Disabled" disabled defaultValue="Zulip" />
            <Field name="file" label="Image" type="file" />
            <FormMessage text="Nothing was saved, because the name is missing. Enter a name." />
            <output className="notice">
              <span>Your site is listed.</span> <a href="/dev/design">Continue</a>
            </output>
          </form>
        </Part>
        <Part title="Search">
          <ListSearch path="/" query={FORM} label="Search" placeholder="Slack, password manager, maps…" />
          <ListToolbar query={FORM} categories={CATEGORIES.map((category) => ({ category, count: 1 }))} />
        </Part>
        <Part title="Monograms and logos">
          {[false, true].map((isProduct) => (
            <div key={String(isProduct)} className="row">
              {NAMES.map((name) => (
                <Logo key={name} name={name} size={48} isProduct={isProduct} />
              ))}
              <Logo name="Zulip" size={16} isProduct={isProduct} />
              <Logo name="Zulip" size={24} isProduct={isProduct} />
              <Logo name="Zulip" size={72} isProduct={isProduct} />
            </div>
          ))}
          <div className="row">
            {([16, 24, 32, 40, 48, 56, 72] as const).map((size) => (
              <Logo key={size} name="Zulip" logo={sampleLogo} size={size} />
            ))}
          </div>
        </Part>
        <Part title="Tiles">
          <MostReplaced products={sampleProducts} />
        </Part>
        <Part title="Cards">
          <FeaturedRow sites={samplePage.featured} />
          <SiteGrid sites={samplePage.results} />
          <Pager label="Pages" page={3} pages={847} hrefOf={(page) => `?page=${page}`} />
          {sponsorIn(samples, 0)}
        </Part>
        <Part title="Large cards">
          <div data-view="large">
            <SiteGrid sites={samples} />
          </div>
        </Part>
        <Part title="Screenshots">
          {[1, 2, 5].map((count) => (
            <Gallery key={count} name={samples[count]!.name} screenshots={sampleScreenshots.slice(0, count)} />
          ))}
        </Part>
        <PopularSection
          popular={{ results: sampleProducts, count: 4, page: 1, pages: 2 }}
          hrefOf={(page) => `?popular=${page}`}
        />
        <Part title="Categories">
          <CategoryDirectory
            categories={CATEGORIES.map((category, index) => ({ category, count: index * 97 }))}
            query={FORM}
          />
          <Breadcrumbs parents={[{ name: "Categories", path: "/" }]} current={{ name: "Security", path: "/" }} />
        </Part>
        <Part title="Tabs and tables">
          <Tabs
            id="design-tabs"
            label="Tabs"
            open="first"
            onOpen={nothing}
            tabs={[
              { name: "first", title: "My Sites", panel: "The first panel" },
              { name: "second", title: "Payments", panel: "The second panel" },
            ]}
          />
          <Table label="Sites" columns={["Site Name", "Status", "Likes"]}>
            {[ownerSite({}), ownerSite({ review: "pending" }), ownerSite({ status: "featured" })].map((site) => (
              <tr key={site.review + site.status}>
                <th scope="row">{site.name}</th>
                <td data-label="Status">
                  <Status site={site} />
                </td>
                <td data-label="Likes" className="count">
                  {site.like_count}
                </td>
              </tr>
            ))}
          </Table>
          <ReviewNote site={ownerSite({ review: "pending" })} />
          <ReviewNote site={ownerSite({ review: "pending", refusal: "The link leads to another product." })} />
        </Part>
        <Part title="Skeletons">
          {(["list", "table", "form", "article", "line"] as const).map((kind) => (
            <Skeleton key={kind} kind={kind} />
          ))}
        </Part>
        <Part title="States">
          <LoadFailure text="Your sites could not be loaded. Check your connection." onRetry={nothing} />
          <div className="empty">
            <Drawing name="nothing-found" />
            <p className="empty-title">No matching sites found</p>
          </div>
          <div className="row">
            {(["not-found", "empty", "offline", "done"] as const).map((name) => (
              <Drawing key={name} name={name} />
            ))}
          </div>
          <p className="message still">Link copied</p>
          <p className="message message-alert still">Nothing was saved.</p>
          <dialog className="dialog" open aria-labelledby="design-dialog">
            <div className="dialog-content">
              <header className="dialog-header">
                <h3 id="design-dialog">Delete Zulip?</h3>
              </header>
              <p className="dialog-form">It can not be undone.</p>
              <p className="dialog-footer">
                <button className="button button-danger">Delete</button>
              </p>
            </div>
          </dialog>
        </Part>
        <Part title="Mails">
          {mails.map((name) => (
            <details key={name}>
              <summary>{name}</summary>
              {[600, 320].map((width) => (
                <iframe
                  key={width}
                  src={`/dev/design/mail/${encodeURIComponent(name)}`}
                  title={`${name}, ${width} pixels wide`}
                  width={width}
                  height={720}
                  loading="lazy"
                  sandbox=""
                />
              ))}
            </details>
          ))}
        </Part>
      </main>
      <Footer />
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
