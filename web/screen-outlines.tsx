import type { ReactNode } from "react";
import { Link } from "react-router";
import { createSitePath, dashboardPath, sitesPath } from "#schema/paths.ts";
import { ScreenBody } from "./layout/screen.tsx";
import { PRIVATE_SCREENS, type ScreenName, type ScreenOutlines } from "./private-screens.ts";
import { Skeleton } from "./ui/skeleton.tsx";

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

const fields = (...labels: string[]) => (
  <ul className="form outline-form">
    {labels.map((label) => (
      <li key={label} className="field">
        {label}
        <Skeleton kind="line" />
      </li>
    ))}
  </ul>
);

const blogForm = fields("Title", "Featured image", "Excerpt (optional)");

/**
 * What the Worker renders of private screens: all that needs no data, and the usual size of the rest. Only the Worker
 * imports this file.
 */
export const SCREEN_OUTLINES: ScreenOutlines = {
  account: outline(
    "account",
    ["Profile", "Password", "Where you are signed in", "Your data", "Delete your account"].map((title) => (
      <section key={title} className="screen-section">
        <h2>{title}</h2>
        <Skeleton kind="line" />
      </section>
    )),
    {
      isBelowDashboard: true,
      actions: (
        <button className="button" disabled>
          Log Out
        </button>
      ),
    },
  ),
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
        </div>
      ),
    },
  ),
  sites: outline("sites", <Skeleton kind="table" />, {
    isBelowDashboard: true,
    actions: (
      <Link className="button button-primary" to={createSitePath}>
        List a site
      </Link>
    ),
  }),
  createSite: outline(
    "createSite",
    <div className="form outline-form">
      {tabs(["1. Details", "2. Content", "3. Finish"], "tabs steps")}
      <h2 className="step-title">
        <span className="step-number">Step 1 of 3</span> Details
      </h2>
      {fields("Site link", "Site name", "Description (optional)", "Category")}
    </div>,
  ),
  editSite: outline(
    "editSite",
    <div className="form outline-form">
      {tabs(["Site Details", "Alternatives", "Blog Content"])}
      {fields("Site link", "Site name", "Description (optional)", "Category")}
    </div>,
    { isBelowDashboard: true },
  ),
  pay: outline("pay", <Skeleton kind="form" />),
  createBlog: outline("createBlog", blogForm),
  createBlogAlias: outline("createBlogAlias", blogForm),
  editBlog: outline("editBlog", blogForm),
  previewBlog: outline("previewBlog", <Skeleton kind="article" />),
  admin: outline("admin", <Skeleton kind="table" />, {
    actions: (
      <Link className="button" to={dashboardPath}>
        Go to the dashboard
      </Link>
    ),
  }),
};
