import { useNavigate } from "react-router";
import { homePath } from "#schema/pages/paths.ts";
import { ApiError, send } from "../../../data/api.ts";
import { Screen } from "../../../layout/screen.tsx";
import { setSession, useSession } from "../../../data/session.tsx";
import { showMessage } from "../../../ui/message.tsx";
import { DataSection } from "./data-section.tsx";
import { DeleteSection } from "./delete-section.tsx";
import { MovesSection } from "./moves-section.tsx";
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
    <Screen
      title="Your account"
      isBelowDashboard
      actions={
        <button type="button" className="button" onClick={() => void logOut()}>
          Log Out
        </button>
      }
    >
      <MovesSection />
      <NameSection user={user} onDone={showMessage} />
      <PasswordSection user={user} onDone={showMessage} />
      <SessionsSection />
      <DataSection />
      <DeleteSection user={user} />
    </Screen>
  );
}
