import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { deleteByCodeForm, deleteByPasswordForm } from "#schema/accounts/account-forms.ts";
import type { User } from "#schema/accounts/accounts.ts";
import type { SiteSubscription } from "#schema/payments/payments.ts";
import { homePath } from "#schema/pages/paths.ts";
import { ApiError, send } from "../../../data/api.ts";
import { setSession } from "../../../data/session.tsx";
import { Field } from "../../../forms/field.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { FormActions } from "../../../forms/form-actions.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { fetchResult } from "../../../data/screen-data.ts";
import { DateText } from "../../../ui/date.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { showMessage } from "../../../ui/message.tsx";
import { deleteAllDrafts } from "../../../forms/draft-storage.ts";
import { CodeField } from "../code-field.tsx";
import { ResendCode } from "../resend-code.tsx";
import { paidUntil } from "../../payments/subscription-facts.tsx";

export function DeleteSection({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="screen-section" aria-labelledby="delete-title">
      <h2 id="delete-title">Delete your account</h2>
      <p>
        This also deletes your sites, images, likes, answers about moves and saved cards, and ends your subscriptions at
        once. Paid days are not refunded. Invoices and payments stay, as tax law demands. You cannot undo it.
      </p>
      <button type="button" className="button button-danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Delete Account
      </button>
      {isAsking && <DeleteDialog user={user} onClose={() => setAsking(false)} />}
    </section>
  );
}

type Props = { user: User; onClose: () => void };

function DeleteDialog({ user, onClose }: Props) {
  const { isByCode, answer, problem, askForCode } = useDeleteCode();
  const navigate = useNavigate();
  const form = useForm(isByCode ? deleteByCodeForm : deleteByPasswordForm, async (input) => {
    const { message } = await send("DELETE", "user/", { body: input });
    await navigate(homePath);
    setSession(null);
    deleteAllDrafts(user.id);
    showMessage(message);
  });
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <form className="form dialog-form" {...form.props}>
        <p>
          This deletes the account <strong>{user.email}</strong> with its sites, images, likes and answers for good.
        </p>
        <PaidDays />
        <FormMessage text={form.message || problem} />
        {isByCode ? (
          <CodeField
            // The pressed button is no longer there, so the field takes the focus.
            autoFocus
            error={form.fields["code"]}
          />
        ) : (
          <div>
            <Field
              name="password"
              label="Your password"
              type="password"
              autoComplete="current-password"
              error={form.fields["password"]}
            />
            <button type="button" className="link-button" onClick={() => void askForCode()}>
              No password? Get a code by email
            </button>
          </div>
        )}
        <output>{answer}</output>
        {isByCode && <ResendCode call="user/delete-code/" />}
        <FormActions busy={form.busy} busyText="Deleting…" className="button button-danger" onCancel={onClose}>
          Delete for good
        </FormActions>
      </form>
    </Dialog>
  );
}

/** The days that are lost. If they cannot be loaded, the page has said so without the dates. */
function PaidDays() {
  const [subscriptions, setSubscriptions] = useState<SiteSubscription[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    void fetchResult("payments/", { signal: leaving.signal }).then(
      ({ value }) => value && setSubscriptions(value.results),
    );
    return () => leaving.abort();
  }, []);
  return subscriptions.map((subscription) => {
    const until = paidUntil(subscription);
    return (
      until && (
        <p key={subscription.site_id}>
          <strong>{subscription.site_name}</strong> is featured until <DateText iso={until} />. These days are lost.
        </p>
      )
    );
  });
}

/** Users who only sign in with Google have no password. They confirm the deletion with a mailed code instead. */
function useDeleteCode() {
  const [answer, setAnswer] = useState("");
  const [problem, setProblem] = useState("");
  async function askForCode() {
    setProblem("");
    try {
      const { message } = await send("POST", "user/delete-code/", {});
      setAnswer(message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  }
  return { isByCode: answer !== "", answer, problem, askForCode };
}
