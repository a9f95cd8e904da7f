import { useState } from "react";
import { homePath } from "#schema/pages/paths.ts";
import { ApiError, send } from "../../../data/api.ts";
import { RedirectNotice } from "../../../forms/redirect-notice.tsx";

const LEAVE_MS = 5000;
const SENDING = "Sending…";

type Props = { text: string; email: string; next: string | undefined };

/** Names the mailbox, and sends the link again. Each answer is shown for the whole time. */
export function SignedUp({ text, email, next }: Props) {
  const [said, say] = useState(text);

  async function sendAgain() {
    if (said === SENDING) return;
    say(SENDING);
    try {
      const { message } = await send("POST", "signup/resend/", { body: { email, next } });
      say(message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(error.message);
    }
  }

  return (
    <>
      <RedirectNotice key={said} to={homePath} afterMs={LEAVE_MS} linkText="Go to the home page">
        {said} <strong className="sign-up-address">{email}</strong>
      </RedirectNotice>
      <p className="account-other">
        <span>No email? Look in your spam folder, too.</span>{" "}
        <button type="button" className="link-button" onClick={() => void sendAgain()}>
          Send it again
        </button>
      </p>
    </>
  );
}
