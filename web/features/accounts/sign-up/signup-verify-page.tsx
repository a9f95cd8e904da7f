import { useEffect, useState } from "react";
import { Link, useParams } from "react-router";
import { loginPath } from "#schema/paths.ts";
import { ApiError, get } from "../../../api.ts";
import { RedirectNotice } from "../../../forms/redirect-notice.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { AccountScreen } from "../account-screen.tsx";
import { VerifyLinkRequest } from "./verify-link-request.tsx";
import { withNext } from "../sign-in-params.ts";
import { useSignInParams } from "../log-in/use-sign-in-params.ts";
import { SignUpPassword } from "./signup-password.tsx";

const LEAVE_MS = 2000;

export function Component() {
  const { token } = useParams();
  const { next } = useSignInParams();
  const login = withNext(loginPath, next);
  const { answer, problem, isRefused, needsPassword, isAsking, isAgain, retry, setAnswer } = useVerification(token!);
  return (
    <AccountScreen title="Verify your email address">
      <div className="card form verification">
        {answer && (
          <RedirectNotice to={login} afterMs={LEAVE_MS} linkText="Sign in">
            {answer}
          </RedirectNotice>
        )}
        {isAsking && !isAgain && <output>Verifying…</output>}
        {isRefused ? (
          <VerifyLinkRequest reason={problem} next={next} />
        ) : needsPassword ? (
          <SignUpPassword token={token!} onDone={setAnswer} />
        ) : (
          <FormMessage text={problem} />
        )}
        {!answer && !isRefused && !needsPassword && (problem || isAgain) && (
          <SubmitButton className="button" busy={isAsking} busyText="Verifying…" onClick={retry}>
            Try Again
          </SubmitButton>
        )}
      </div>
      {isRefused && (
        <p className="account-other">
          Verified already? <Link to={login}>Sign in</Link>
        </p>
      )}
    </AccountScreen>
  );
}

const ASKING = { answer: "", problem: "", isRefused: false, needsPassword: false, isAsking: true };
const ANSWERED = { ...ASKING, isAsking: false };

/** Asked here and not in a loader, which would also run for a link that is only looked at. */
function useVerification(token: string) {
  const [result, setResult] = useState(ASKING);
  const [isAgain, setAgain] = useState(false);
  useEffect(() => {
    void verify(token).then(setResult);
  }, [token]);
  function retry() {
    if (result.isAsking) return;
    setResult(ASKING);
    setAgain(true);
    void verify(token).then(setResult);
  }
  return { ...result, isAgain, retry, setAnswer: (answer: string) => setResult({ ...ANSWERED, answer }) };
}

async function verify(token: string): Promise<typeof ASKING> {
  try {
    const { message } = await get<{ message: string }>(`signup/verify/${encodeURIComponent(token)}/`);
    return { ...ANSWERED, answer: message };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 403) return { ...ANSWERED, needsPassword: true };
    // Anything but a refusal of the link may be over in a moment.
    return { ...ANSWERED, problem: error.message, isRefused: error.status === 400 };
  }
}
