import { useRef, useState } from "react";
import { useLoaderData } from "react-router";
import type { OpenSession } from "#schema/accounts/accounts.ts";
import { ApiError } from "../../../data/api.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { useAction } from "../../../data/use-action.ts";
import { showMessage } from "../../../ui/message.tsx";
import { Time } from "../../../ui/time.tsx";
import type { calls, loader } from "./user-data.ts";

export function SessionsSection() {
  const sessions = useLoaderData<typeof loader>();
  const endSession = useAction<typeof calls, "endSession">("endSession");
  const endOtherSessions = useAction<typeof calls, "endOtherSessions">("endOtherSessions");
  const [problem, setProblem] = useState("");
  const title = useRef<HTMLHeadingElement>(null);

  async function end(ending: () => Promise<string>) {
    setProblem("");
    try {
      showMessage(await ending());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  }

  async function endOne(session: OpenSession) {
    await endSession(session);
    // The pressed button is no longer there, so the heading takes the focus.
    title.current!.focus();
    return `${session.device} is signed out.`;
  }

  return (
    <section className="screen-section" aria-labelledby="sessions-title">
      <h2 id="sessions-title" ref={title} tabIndex={-1}>
        Where you are signed in
      </h2>
      <AsyncContent data={sessions}>
        {({ results }) => (
          <ul className="sessions">
            {results.map((session) => (
              <li key={session.id}>
                <span>
                  {session.device}
                  {session.is_current && <strong> (this device)</strong>}
                </span>
                <small>
                  last used <Time at={session.last_used_at} />
                </small>
                {!session.is_current && (
                  <button type="button" className="link-button" onClick={() => void end(() => endOne(session))}>
                    Sign out<span className="visually-hidden">{` ${session.device}`}</span>
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </AsyncContent>
      <FormMessage text={problem} />
      <button
        type="button"
        className="button"
        onClick={() => void end(async () => (await endOtherSessions(undefined)).message)}
      >
        Sign out everywhere else
      </button>
    </section>
  );
}
