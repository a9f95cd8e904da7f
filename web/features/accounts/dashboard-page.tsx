import { Link } from "react-router";
import { createSitePath, accountPath } from "#schema/paths.ts";
import { ScreenHead } from "../../layout/screen-head.tsx";
import { useSession } from "../../session.tsx";
import "./accounts.css";

/** Where people arrive after signing in. */
export function Component() {
  const user = useSession();
  if (!user) return null;
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email;
  return (
    <div className="wrap account-screen">
      <ScreenHead title="Dashboard" />
      <h1>Dashboard</h1>
      <p className="account-intro">Signed in as {name}.</p>
      <p className="actions">
        <Link className="button button-primary" to={createSitePath}>
          List Now
        </Link>
        <Link className="button" to={accountPath}>
          Your account
        </Link>
      </p>
    </div>
  );
}
