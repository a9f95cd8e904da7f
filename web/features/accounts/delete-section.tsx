import { useState } from "react";
import { useNavigate } from "react-router";
import { deleteAccountForm } from "#schema/account-forms.ts";
import type { User } from "#schema/accounts.ts";
import { homePath } from "#schema/paths.ts";
import { ApiError, send } from "../../api.ts";
import { Field } from "../../forms/field.tsx";
import { FormMessage } from "../../forms/form-message.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useForm } from "../../forms/use-form.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { dropAllDrafts } from "../../forms/kept-draft.ts";
import { CodeField } from "./code-field.tsx";
import { leaveAccount } from "./kept-login.ts";

export function DeleteSection({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="card" aria-labelledby="delete-title">
      <h2 id="delete-title">Delete your account</h2>
      <p>Your sites, images and likes go with it, and what you pay for is cancelled. This cannot be undone.</p>
      <button type="button" className="button button-danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Delete Account
      </button>
      {isAsking && <DeleteDialog user={user} onClose={() => setAsking(false)} />}
    </section>
  );
}

function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const navigate = useNavigate();
  const { codeText, isByCode, askForCode } = useCode();
  const form = useForm(deleteAccountForm, async (input) => {
    await send("DELETE", "user/", { body: input });
    await navigate(homePath);
    leaveAccount();
    dropAllDrafts(user.id);
  });
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <form className="form dialog-form" {...form.props}>
        <p>
          The account of <strong>{user.email}</strong> with its sites, images and likes is deleted for good.
        </p>
        <FormMessage text={form.message} />
        {isByCode ? (
          <CodeField error={form.fields["code"]} />
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
        <output>{codeText}</output>
        <div className="form-actions">
          <SubmitButton busy={form.busy} busyText="Deleting…" className="button button-danger">
            Delete for good
          </SubmitButton>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** People who only ever used Google have no password to give; they prove themselves by a mailed code. */
function useCode() {
  const [codeText, setCodeText] = useState("");
  const [isByCode, setByCode] = useState(false);
  async function askForCode() {
    try {
      const { message } = await send<{ message: string }>("POST", "user/delete-code/");
      setCodeText(message);
      setByCode(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setCodeText(error.message);
    }
  }
  return { codeText, isByCode, askForCode };
}
