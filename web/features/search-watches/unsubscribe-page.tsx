import { useState } from "react";
import { Link, useParams } from "react-router";
import { homePath, stopWatchesPath } from "#schema/pages/paths.ts";
import { STOP_FIELD, STOP_VALUE } from "#schema/search/search-watches.ts";
import { ApiError } from "../../data/api.ts";
import { FormMessage } from "../../forms/form-message.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { AccountScreen } from "../accounts/account-screen.tsx";
import { Done } from "./done.tsx";
import { usePress } from "./use-press.ts";

/** The button sends what mail programs send to the same address (RFC 8058). Opening the link ends nothing. */
export function Component() {
  const { token } = useParams();
  const [isDone, setIsDone] = useState(false);
  const { busy, problem, press } = usePress(async () => {
    await stop(token!);
    setIsDone(true);
  });
  return (
    <AccountScreen
      title="Stop emails about searches"
      intro={!isDone && "We delete your email address from all searches that wait for a site."}
    >
      {isDone ? (
        <Done>You get no more emails about searches. We have deleted your email address from all of them.</Done>
      ) : (
        <form
          className="form"
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            void press();
          }}
        >
          <FormMessage text={problem?.message ?? ""} />
          <SubmitButton busy={busy} busyText="Stopping…">
            Stop these emails
          </SubmitButton>
        </form>
      )}
      <p className="account-other">
        <Link to={homePath}>Go to the home page</Link>
      </p>
    </AccountScreen>
  );
}

async function stop(token: string): Promise<void> {
  const body = new URLSearchParams({ [STOP_FIELD]: STOP_VALUE });
  const response = await fetch(stopWatchesPath(encodeURIComponent(token)), { method: "POST", body }).catch(() => null);
  if (!response?.ok)
    throw new ApiError(response?.status ?? 0, "This did not work. Your emails are not stopped yet. Please try again.");
}
