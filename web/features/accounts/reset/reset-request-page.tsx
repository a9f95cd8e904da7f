import { Link } from "react-router";
import { loginPath } from "#schema/pages/paths.ts";
import { AccountScreen } from "../account-screen.tsx";
import { ResetRequest } from "./reset-request.tsx";

export function Component() {
  return (
    <AccountScreen title="Reset your password" intro="We will email you a link to choose a new password.">
      <ResetRequest />
      <p className="account-other">
        <Link to={loginPath}>Back to sign in</Link>
      </p>
    </AccountScreen>
  );
}
