import { useEffect, useRef, useState } from "react";
import type { OpenSession } from "#schema/accounts.ts";
import { ApiError, get, send } from "../../../api.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { showMessage } from "../../../ui/message.tsx";
import { Time } from "../../../ui/time.tsx";

export function SessionsSection() {
  const { sessions, setSessions, problem, setProblem } = useOpenSessions();
  const title = useRef<HTMLHeadingElement>(null);

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

  async function endOne({ id, device }: OpenSession) {
    try {
      await send("DELETE", `sessions/${id}/`, { otherwise: "Error logging out." });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // One that has ended already is what was asked for.
      if (error.status !== 404) return setProblem(error.message);
    }
    showMessage(`${device} is logged out.`);
    setProblem("");
    setSessions((shown) => shown?.filter((session) => session.id !== id));
    // The button that was pressed is gone, and the focus with it.
    title.current!.focus();
  }

  return (
    <section className="card" aria-labelledby="sessions-title">
      <h2 id="sessions-title" ref={title} tabIndex={-1}>
        Where you are signed in
      </h2>
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
            {!session.is_current && (
              <button type="button" className="link-button" onClick={() => void endOne(session)}>
                Log out<span className="visually-hidden"> {session.device}</span>
              </button>
            )}
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
