import { useEffect, useState } from "react";
import type { OpenSession } from "#schema/accounts.ts";
import { ApiError, get, send } from "../../api.ts";
import { FormMessage } from "../../forms/form-message.tsx";
import { showMessage } from "../../ui/message.tsx";
import { Time } from "../../ui/time.tsx";

export function SessionsSection() {
  const { sessions, setSessions, problem, setProblem } = useOpenSessions();

  async function endOthers() {
    try {
      const answer = await send<{ message: string }>("POST", "logout/everywhere/", {
        otherwise: "Error logging out.",
      });
      showMessage(answer.message);
      setSessions((shown) => shown?.filter((session) => session.is_current));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
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
      <button type="button" className="button" onClick={() => void endOthers()}>
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
  return { sessions, setSessions, problem, setProblem };
}
