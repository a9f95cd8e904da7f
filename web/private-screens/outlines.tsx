import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { createSitePath, sitesPath } from "#schema/pages/paths.ts";
import { payTitle } from "../features/payments/pay/pay-mode.ts";
import { ScreenBody } from "../layout/screen.tsx";
import { PRIVATE_SCREENS, type ScreenName, type ScreenOutlines } from "./screens.ts";
import { Skeleton } from "../ui/skeleton.tsx";

type Parts = { actions?: ReactNode; isBelowDashboard?: boolean };

const outline = (name: ScreenName, children: ReactNode, parts: Parts = {}) => (
  <ScreenBody title={PRIVATE_SCREENS[name].title} {...parts}>
    {children}
  </ScreenBody>
);

const tabs = (names: string[], className = "tabs") => (
  <ol className={className}>
    {names.map((name, index) => (
      <li key={name} aria-current={index === 0 || undefined}>
        {name}
      </li>
    ))}
  </ol>
);

/** A label that ends with "*" has a hint below its field. */
const fields = (...labels: string[]) => (
  <ul className="form outline-form">
    {labels.map((label) => (
      <li key={label} className="field">
        {label.replace("*", "")}
        <Skeleton kind="line" />
        {label.endsWith("*") && <p className="field-hint">&nbsp;</p>}
      </li>
    ))}
  </ul>
);

const section = (title: string, facts?: ReactNode) => (
  <section key={title} className="screen-section">
    <h2>{title}</h2>
    {facts}
    <Skeleton kind="line" />
  </section>
);

/** One screen with three titles. */
function PayOutline() {
  const [search] = useSearchParams();
  return (
    <ScreenBody title={payTitle(search)}>
      <Skeleton kind="form" />
    </ScreenBody>
  );
}

const blogForm = fields("Title", "Featured image", "Excerpt");

/**
 * What the Worker renders of private screens: all that needs no data, and the usual size of the rest. Only the Worker
 * imports this file.
 */
export const SCREEN_OUTLINES: ScreenOutlines = {
  account: outline(
    "account",
    <>
      {section(
        "Profile",
        <dl className="facts">
          <dt>Email</dt>
          <dd>&nbsp;</dd>
          <dt>Name</dt>
          <dd>&nbsp;</dd>
        </dl>,
      )}
      {["Password", "Where you are signed in", "Your data", "Delete your account"].map((title) => section(title))}
    </>,
    {
      isBelowDashboard: true,
      actions: (
        <button className="button" disabled>
          Log Out
        </button>
      ),
    },
  ),
  moved: outline("moved", <Skeleton kind="form" />),
  dashboard: outline(
    "dashboard",
    <>
      {tabs(["My Sites", "Payments"])}
      <div className="outline-panel">
        <Skeleton kind="line" />
        <header className="list-head">
          <h2>My Sites</h2>
        </header>
        <Skeleton kind="list" />
      </div>
    </>,
    {
      actions: (
        <div className="screen-actions">
          <Link className="button" to={sitesPath}>
            Your Sites
          </Link>
          <Link className="button button-primary" to={createSitePath}>
            Add Alternative
          </Link>
          <Skeleton kind="avatar" />
        </div>
      ),
    },
  ),
  sites: outline(
    "sites",
    <>
      <ul className="outline-head">
        {["Site Name", "Alternatives", "Status", "Actions"].map((column) => (
          <li key={column}>{column}</li>
        ))}
      </ul>
      <Skeleton kind="table" />
    </>,
    {
      isBelowDashboard: true,
      actions: (
        <Link className="button button-primary" to={createSitePath}>
          List a site
        </Link>
      ),
    },
  ),
  createSite: outline(
    "createSite",
    <div className="form outline-form">
      {tabs(["1. Details", "2. Content", "3. Finish"], "tabs steps")}
      <h2 className="step-title">
        <span className="step-number">Step 1 of 3</span> Details
      </h2>
      {fields("Site link", "Site name", "Description (optional)*", "Category")}
    </div>,
  ),
  editSite: outline(
    "editSite",
    <div className="form outline-form">
      {tabs(["Site Details", "Alternatives", "Images", "Blog Content"])}
      {fields("Site link*", "Site name", "Description (optional)*", "Category")}
    </div>,
    { isBelowDashboard: true },
  ),
  ownership: outline("ownership", <Skeleton kind="form" />, { isBelowDashboard: true }),
  figures: outline("figures", <Skeleton kind="table" />, { isBelowDashboard: true }),
  pay: <PayOutline />,
  createBlog: outline("createBlog", blogForm),
  createBlogAlias: outline("createBlogAlias", blogForm),
  editBlog: outline("editBlog", blogForm),
  previewBlog: outline("previewBlog", <Skeleton kind="article" />),
  admin: outline("admin", <Skeleton kind="table" />),
};
