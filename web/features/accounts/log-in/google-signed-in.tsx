import { useEffect } from "react";
import type { User } from "#schema/accounts.ts";
import { RedirectNotice } from "../../../forms/redirect-notice.tsx";
import { storeGoogleLogin } from "../../../google-login-storage.ts";
import { setSession } from "../../../session.tsx";

const LEAVE_MS = 1500;

/** Signed in with Google: keeps what the specification keeps and goes on. */
export function GoogleSignedIn({ user, token, to }: { user: User; token: string; to: string }) {
  useEffect(() => {
    setSession(user);
    storeGoogleLogin(user, token);
  }, [user, token]);
  return (
    <RedirectNotice to={to} afterMs={LEAVE_MS} linkText="Go on">
      You are signed in as {user.email}.
    </RedirectNotice>
  );
}
