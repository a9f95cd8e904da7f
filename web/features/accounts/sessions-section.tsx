import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { OpenSession } from "#schema/accounts.ts";
import { loginPath } from "#schema/paths.ts";
import { ApiError, get, send } from "../../api.ts";
import { FormMessage } from "../../forms/form-message.tsx";
import { leaveAccount } from "./kept-login.ts";
import { Time } from "./time.tsx";

export function SessionsSection() {
  const navigate = useNavigate();
  const { sessions, problem, setProblem } = useOpenSessions();

  async function endAll() {
    try {
      await send("POST", "logout/everywhere/", { otherwise: "Error logging out." });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Ended elsewhere already.
      if (error.status !== 401) return setProblem(error.message);
    }
    await navigate(loginPath);
    leaveAccount();
  }

  return (
    <section className="card" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Where you are signed in</h2>
      <ul className="sessions" aria-busy={!sessions}>
        {sessions?.map((session) => (
          <li key={session.id}>
            <span>
              {session.device}
              {session.is_current && <strong> (this one)</strong>}
            </span>
            <small>
              last used <Time at={session.last_used_at} />
            </small>
          </li>
        ))}
      </ul>
      <FormMessage text={problem} />
      <button type="button" className="button" onClick={() => void endAll()}>
        Log out everywhere
      </button>
    </section>
  );
}

function useOpenSessions() {
  const [sessions, setSessions] = useState<OpenSession[]>();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const request = new AbortController();
    get<{ results: OpenSession[] }>("sessions/", request.signal).then(
      ({ results }) => setSessions(results),
      (error: unknown) => {
        if (error instanceof ApiError) setProblem(error.message);
      },
    );
    return () => request.abort();
  }, []);
  return { sessions, problem, setProblem };
}
