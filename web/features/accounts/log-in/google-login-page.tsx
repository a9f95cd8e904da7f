import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { ACCOUNT_MESSAGES, type GoogleResult, type User } from "#schema/accounts/accounts.ts";
import { dashboardPath, googleStartPath, loginPath } from "#schema/pages/paths.ts";
import { useConfig } from "../../../data/config.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { fetchSession } from "../../../data/session.tsx";
import { AccountScreen } from "../account-screen.tsx";
import { GoogleSignedIn } from "./google-signed-in.tsx";
import { readSignInParams, withNext } from "../sign-in-params.ts";

/** The screen before and after Google's own pages. */
export function Component() {
  const { googleClientId } = useConfig();
  const [search] = useSearchParams();
  const result = search.get("result") as GoogleResult | null;
  const { next } = readSignInParams(null, search);
  return (
    <AccountScreen title="Sign in with Google">
      <div className="form">
        {!googleClientId && <p>{ACCOUNT_MESSAGES.googleNotSetUp}</p>}
        {googleClientId && result === "success" && <AfterRedirect to={next ?? dashboardPath} />}
        {googleClientId && result !== "success" && (
          <>
            <FormMessage text={result ? ACCOUNT_MESSAGES.googleFailed : ""} />
            <p>Google will share your name and email address with us.</p>
            {/* A plain link and not a router link: the Worker redirects to Google. */}
            <a className="button button-primary" href={withNext(googleStartPath, next)}>
              Continue with Google
            </a>
          </>
        )}
      </div>
      <p className="account-other">
        <Link to={withNext(loginPath, next)}>Sign in with your email address</Link>
      </p>
    </AccountScreen>
  );
}

function AfterRedirect({ to }: { to: string }) {
  const [user, setUser] = useState<User | null>();
  const [token] = useState(() => crypto.randomUUID());
  useEffect(() => {
    fetchSession("user/").then(setUser, () => setUser(null));
  }, []);
  return (
    <>
      <FormMessage text={user === null ? ACCOUNT_MESSAGES.googleFailed : ""} />
      {user ? (
        <GoogleSignedIn user={user} token={token} to={to} />
      ) : (
        <output>{user === undefined && "Signing in…"}</output>
      )}
    </>
  );
}
