import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { GoogleLogin } from "#schema/accounts/accounts.ts";
import { dashboardPath, googleCodePath, googleStartPath } from "#schema/pages/paths.ts";
import { useConfig } from "../../../data/config.tsx";
import { useHydrated } from "../../../browser/use-hydrated.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { GoogleSignedIn } from "./google-signed-in.tsx";
import { closePrompt, problemOf, signInWithGoogle } from "./google-sign-in.ts";
import { withNext } from "../sign-in-params.ts";

/**
 * The button loads Google's script only when it is pressed. Then a link to Google's own page appears as a fallback,
 * because browsers do not report every prompt that they suppress.
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
    // Before hydration, and without JavaScript, the redirect flow is the only way.
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
        // A plain link and not a router link: the Worker redirects to Google.
        <a ref={redirectLink} className="button" href={withNext(googleStartPath, next)}>
          Continue on Google’s page
        </a>
      )}
    </>
  );
}
