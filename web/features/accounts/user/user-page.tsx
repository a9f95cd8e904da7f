import { Link, useNavigate } from "react-router";
import { dashboardPath, homePath } from "#schema/paths.ts";
import { ApiError, send } from "../../../api.ts";
import { ScreenHead } from "../../../layout/screen-head.tsx";
import { setSession, useSession } from "../../../session.tsx";
import { showMessage } from "../../../ui/message.tsx";
import { DataSection } from "./data-section.tsx";
import { DeleteSection } from "./delete-section.tsx";
import { NameSection } from "./name-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import "../accounts.css";

const ERROR_MS = 3000;

export function Component() {
  const user = useSession();
  const navigate = useNavigate();

  async function logOut() {
    try {
      await send("POST", "logout/", { fallbackError: "Error logging out." });
    } catch (error) {
      // 401 means that the session has already ended, so logging out succeeded.
      if (!(error instanceof ApiError && error.status === 401))
        return showMessage("Error logging out.", { ms: ERROR_MS, isAlert: true });
    }
    await navigate(homePath);
    setSession(null);
  }

  // The user has just logged out, and the navigation to the home page is under way.
  if (!user) return null;
  return (
    <div className="wrap account-screen">
      <ScreenHead title="Your account" />
      <nav className="account-back" aria-label="Back">
        <Link to={dashboardPath}>← Back to Dashboard</Link>
      </nav>
      <div className="account-sections">
        <header className="account-head">
          <h1>Your account</h1>
          <button type="button" className="button" onClick={() => void logOut()}>
            Log Out
          </button>
        </header>
        <NameSection user={user} onDone={showMessage} />
        <PasswordSection user={user} onDone={showMessage} />
        <SessionsSection />
        <DataSection />
        <DeleteSection user={user} />
      </div>
    </div>
  );
}
