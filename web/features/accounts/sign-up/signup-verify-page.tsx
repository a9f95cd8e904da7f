import { useEffect, useState } from "react";
import { Link, useParams } from "react-router";
import type { Verified } from "#schema/accounts/accounts.ts";
import { loginPath } from "#schema/pages/paths.ts";
import { ApiError, get } from "../../../data/api.ts";
import { RedirectNotice } from "../../../forms/redirect-notice.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { AccountScreen } from "../account-screen.tsx";
import { VerifyLinkRequest } from "./verify-link-request.tsx";
import { listingStep } from "../listing-step.ts";
import { withNext } from "../sign-in-params.ts";
import { useSignInParams } from "../log-in/use-sign-in-params.ts";
import { SignUpPassword } from "./signup-password.tsx";

const LEAVE_MS = 2000;

export function Component() {
  const { token } = useParams();
  const { next } = useSignInParams();
  const login = withNext(loginPath, next);
  const { answer, email, problem, isRefused, needsPassword, isVerifying, isRetry, retry, setAnswer } = useVerification(
    token!,
  );
  return (
    <AccountScreen title="Verify your email address" step={listingStep("confirm your address", { next, isNew: true })}>
      <div className="form verification">
        {answer && (
          <RedirectNotice to={login} state={{ email, isNew: true }} afterMs={LEAVE_MS} linkText="Sign in">
            {answer}
          </RedirectNotice>
        )}
        {isVerifying && !isRetry && <output>Verifying…</output>}
        {isRefused ? (
          <VerifyLinkRequest reason={problem} next={next} />
        ) : needsPassword ? (
          <SignUpPassword token={token!} onDone={setAnswer} />
        ) : (
          <FormMessage text={problem} />
        )}
        {!answer && !isRefused && !needsPassword && (problem || isRetry) && (
          <SubmitButton className="button" busy={isVerifying} busyText="Verifying…" onClick={retry}>
            Try Again
          </SubmitButton>
        )}
      </div>
      {isRefused && (
        <p className="account-other">
          Already verified?{" "}
          <Link to={login} state={{ isNew: true }}>
            Sign in
          </Link>
        </p>
      )}
    </AccountScreen>
  );
}

const VERIFYING = { answer: "", email: "", problem: "", isRefused: false, needsPassword: false, isVerifying: true };
const DONE = { ...VERIFYING, isVerifying: false };
const toResult = ({ message, email }: Verified) => ({ ...DONE, answer: message, email });

/**
 * Verifies the token in an effect, not in a loader: a loader also runs when a link to the screen is only prefetched.
 */
function useVerification(token: string) {
  const [result, setResult] = useState(VERIFYING);
  const [isRetry, setIsRetry] = useState(false);
  useEffect(() => {
    void verify(token).then(setResult);
  }, [token]);
  function retry() {
    if (result.isVerifying) return;
    setResult(VERIFYING);
    setIsRetry(true);
    void verify(token).then(setResult);
  }
  return { ...result, isRetry, retry, setAnswer: (done: Verified) => setResult(toResult(done)) };
}

async function verify(token: string): Promise<typeof VERIFYING> {
  try {
    return toResult(await get("signup/verify/:token/", { params: { token } }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 403) return { ...DONE, needsPassword: true };
    // Other errors than an invalid link (400) may be temporary, so the user can try again.
    return { ...DONE, problem: error.message, isRefused: error.status === 400 };
  }
}
