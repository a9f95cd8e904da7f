import { Link } from "react-router";
import { adminPath, dashboardPath, loginPath } from "#schema/paths.ts";
import { ScreenHead } from "../../layout/screen-head.tsx";
import { useSession } from "../../session.tsx";
import { withNext } from "./next-path.ts";
import "./accounts.css";

/** Where staff arrive after signing in. */
export function Component() {
  const user = useSession();
  return (
    <div className="wrap account-screen">
      <ScreenHead title="Admin" />
      <h1>{user ? "Admin" : "Login Required"}</h1>
      <p className="account-intro">{user ? `Signed in as ${user.email}.` : "Please sign in to see this screen."}</p>
      <p className="actions">
        {user ? (
          <Link className="button button-primary" to={dashboardPath}>
            Go to Dashboard
          </Link>
        ) : (
          <Link className="button button-primary" to={withNext(loginPath, adminPath)}>
            Sign In
          </Link>
        )}
      </p>
    </div>
  );
}
