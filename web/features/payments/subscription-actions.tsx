import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { SiteSubscription } from "#schema/payments/payments.ts";
import { payPath, withQuery } from "#schema/pages/paths.ts";
import { ApiError } from "../../data/api.ts";
import { useAction } from "../../data/use-action.ts";
import { showMessage } from "../../ui/message.tsx";
import type { cancelSubscription, resumeSubscription } from "./calls.ts";
import { CancelDialog } from "./cancel-dialog.tsx";

type Calls = {
  cancelSubscription: typeof cancelSubscription;
  resumeSubscription: typeof resumeSubscription;
};

export function SubscriptionActions({ subscription }: { subscription: SiteSubscription }) {
  const { site_id, site_name, state, trouble } = subscription;
  const [query] = useSearchParams();
  // A monthly mail leads here, to end this subscription.
  const [isAsking, setAsking] = useState(state !== "ends" && query.get("cancel") === String(site_id));
  const [isBusy, setBusy] = useState(false);
  const cancelAtStripe = useAction<Calls, "cancelSubscription">("cancelSubscription");
  const resumeAtStripe = useAction<Calls, "resumeSubscription">("resumeSubscription");
  const named = <span className="visually-hidden">{` of ${site_name}`}</span>;

  async function resume() {
    if (isBusy) return;
    setBusy(true);
    try {
      showMessage((await resumeAtStripe(site_id)).message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showMessage(error.message, { isAlert: true });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {state === "unconfirmed" && (
        <Link className="button" to={withQuery(payPath, { siteId: site_id })}>
          Pay again{named}
        </Link>
      )}
      {state !== "ends" && state !== "unconfirmed" && (
        <Link className="button" to={withQuery(payPath, { siteId: site_id, change: "card" })}>
          <span>{trouble === "confirm" ? "Confirm payment" : "Update card"}</span>
          {named}
        </Link>
      )}
      {/* One button for both, which keeps the focus when it changes. */}
      <button
        type="button"
        className="button"
        aria-disabled={isBusy}
        aria-haspopup={state === "ends" ? undefined : "dialog"}
        onClick={() => (state === "ends" ? void resume() : setAsking(true))}
      >
        <span>{state === "ends" ? "Resume subscription" : "Cancel subscription"}</span>
        {named}
      </button>
      {isAsking && state !== "ends" && (
        <CancelDialog
          subscription={subscription}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const { message } = await cancelAtStripe(site_id);
            setAsking(false);
            showMessage(message);
          }}
        />
      )}
    </>
  );
}
