import { useEffect, useState } from "react";
import { Link, useParams } from "react-router";
import { loginPath } from "#schema/paths.ts";
import { ApiError, get } from "../../api.ts";
import { Leaving } from "../../forms/leaving.tsx";
import { FormMessage } from "../../forms/form-message.tsx";
import { AccountScreen } from "./account-screen.tsx";

const LEAVE_MS = 2000;

export function Component() {
  const { token } = useParams();
  const { answer, refusal } = useVerification(token!);
  return (
    <AccountScreen title="Verify your email address">
      <div className="card form verification">
        {answer && (
          <Leaving to={loginPath} afterMs={LEAVE_MS} linkText="Sign in">
            {answer}
          </Leaving>
        )}
        {!answer && !refusal && <output>Verifying…</output>}
        <FormMessage text={refusal} />
        {refusal && (
          <Link className="button" to={loginPath}>
            Sign In
          </Link>
        )}
      </div>
    </AccountScreen>
  );
}

/** Asked here and not in a loader, which would also run for a link that is only looked at. */
function useVerification(token: string) {
  const [result, setResult] = useState({ answer: "", refusal: "" });
  useEffect(() => {
    get<{ message: string }>(`signup/verify/${encodeURIComponent(token)}/`).then(
      ({ message }) => setResult({ answer: message, refusal: "" }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        setResult({ answer: "", refusal: error.message });
      },
    );
  }, [token]);
  return result;
}
