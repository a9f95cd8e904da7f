import { useState } from "react";
import { Link } from "react-router";
import { PAYMENT_MESSAGES, type SiteSubscription } from "#schema/payments.ts";
import { payPath, withQuery } from "#schema/paths.ts";
import { ApiError, send } from "../../api.ts";
import { showMessage } from "../../ui/message.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";

type Props = { subscription: SiteSubscription; onChanged: () => void };

/** What an owner can do about what a listing costs. */
export function SubscriptionActions({ subscription, onChanged }: Props) {
  const { site_id, site_name, state } = subscription;
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const named = <span className="visually-hidden"> of {site_name}</span>;

  async function resume() {
    if (isBusy) return;
    setBusy(true);
    try {
      const { message } = await send<{ message: string }>("POST", "payments/resume/", { body: { site_id } });
      showMessage(message);
      onChanged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showMessage(error.message, { isAlert: true });
    } finally {
      setBusy(false);
    }
  }

  if (state === "unconfirmed") {
    return (
      <Link className="button" to={withQuery(payPath, { siteId: site_id })}>
        Pay again{named}
      </Link>
    );
  }
  return (
    <>
      {state === "ends" ? (
        <button type="button" className="button" aria-disabled={isBusy} onClick={() => void resume()}>
          Resume subscription{named}
        </button>
      ) : (
        <>
          <Link className="button" to={withQuery(payPath, { siteId: site_id, change: "card" })}>
            Change card{named}
          </Link>
          <button type="button" className="button" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Cancel subscription{named}
          </button>
        </>
      )}
      {isAsking && (
        <CancelDialog
          subscription={subscription}
          onClose={() => setAsking(false)}
          onCancelled={(message = PAYMENT_MESSAGES.cancelled) => {
            setAsking(false);
            showMessage(message);
            onChanged();
          }}
        />
      )}
    </>
  );
}
