import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { GoogleLogin } from "#schema/accounts.ts";
import { dashboardPath, googleCodePath, googleStartPath } from "#schema/paths.ts";
import { useConfig } from "../../../config.tsx";
import { useHydrated } from "../../../use-hydrated.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { GoogleSignedIn } from "./google-signed-in.tsx";
import { closePrompt, problemOf, signInWithGoogle } from "./google-sign-in.ts";
import { withNext } from "../sign-in-params.ts";

/**
 * Nothing of Google's is loaded before the press. From then on a link leads to Google's own page, which always works:
 * browsers do not tell of each prompt that they keep back.
 */
export function GoogleButton({ clientId, next }: { clientId: string; next: string | undefined }) {
  const [phase, setPhase] = useState<"idle" | "asking" | "failed">("idle");
  const [problem, setProblem] = useState("");
  const [login, setLogin] = useState<GoogleLogin>();
  const { googleScript } = useConfig();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const redirectLink = useRef<HTMLAnchorElement>(null);
  useEffect(() => closePrompt, []);
  useEffect(() => {
    if (phase === "failed") redirectLink.current!.focus();
  }, [phase]);

  const press = async () => {
    if (phase === "asking") return;
    setPhase("asking");
    setProblem("");
    try {
      const answer = await signInWithGoogle(clientId, googleScript);
      if (answer.user) setLogin(answer);
      else await navigate(googleCodePath(next));
    } catch (error) {
      setProblem(problemOf(error));
      setPhase("failed");
    }
  };

  if (!isHydrated) {
    // Without scripts the redirect does it alone.
    return (
      <a className="button" href={withNext(googleStartPath, next)}>
        Continue with Google
      </a>
    );
  }
  if (login) return <GoogleSignedIn user={login.user} token={login.token} to={next ?? dashboardPath} />;
  return (
    <>
      <SubmitButton
        className="button"
        busy={phase === "asking"}
        busyText="Waiting for Google…"
        onClick={() => void press()}
      >
        Continue with Google
      </SubmitButton>
      <FormMessage text={problem} />
      {phase !== "idle" && (
        // Leaves this origin, so it is a document of its own.
        <a ref={redirectLink} className="button" href={withNext(googleStartPath, next)}>
          Continue on Google’s page
        </a>
      )}
    </>
  );
}
