import type { ReactNode } from "react";
import { Link } from "react-router";
import { dashboardPath } from "#schema/pages/paths.ts";
import { ScreenHead } from "./screen-head.tsx";

type Props = {
  title: string;
  actions?: ReactNode;
  /** Screens below the dashboard link back to it. */
  isBelowDashboard?: boolean;
  children: ReactNode;
};

export const Screen = (props: Props) => (
  <div className="wrap screen">
    <ScreenHead title={props.title} />
    <ScreenBody {...props} />
  </div>
);

export const ScreenBody = ({ title, actions, isBelowDashboard, children }: Props) => (
  <>
    {isBelowDashboard && (
      <nav className="screen-back" aria-label="Back">
        <Link to={dashboardPath}>← Back to Dashboard</Link>
      </nav>
    )}
    <header className="screen-header">
      <h1>{title}</h1>
      {actions}
    </header>
    {children}
  </>
);
