import { useEffect } from "react";
import type { User } from "#schema/accounts/accounts.ts";
import { RedirectNotice } from "../../../forms/redirect-notice.tsx";
import { storeGoogleLogin } from "../../../browser/google-login-storage.ts";
import { setSession } from "../../../data/session.tsx";

const LEAVE_MS = 1500;

/** The notice after a sign-in with Google. It updates the session and local storage. */
export function GoogleSignedIn({ user, token, to }: { user: User; token: string; to: string }) {
  useEffect(() => {
    setSession(user);
    storeGoogleLogin(user, token);
  }, [user, token]);
  return (
    <RedirectNotice to={to} afterMs={LEAVE_MS} linkText="Continue">
      You are signed in as {user.email}.
    </RedirectNotice>
  );
}
