import { Link } from "react-router";
import { dashboardPath } from "#schema/paths.ts";
import "./owner.css";

export function BackToDashboard() {
  return (
    <nav className="owner-back" aria-label="Back">
      <Link to={dashboardPath}>← Back to Dashboard</Link>
    </nav>
  );
}
