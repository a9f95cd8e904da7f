import { nameForm } from "#schema/accounts/account-forms.ts";
import type { User } from "#schema/accounts/accounts.ts";
import { send } from "../../../data/api.ts";
import { Field } from "../../../forms/field.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { FormActions } from "../../../forms/form-actions.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { setSession } from "../../../data/session.tsx";
import { useEditing } from "./use-editing.ts";

type Props = { user: User; onDone: (message: string) => void };

export function NameSection({ user, onDone }: Props) {
  const { isEditing, close, opener } = useEditing();
  return (
    <section className="screen-section" aria-labelledby="profile-title">
      <h2 id="profile-title">Profile</h2>
      {isEditing ? (
        <NameEditor user={user} onDone={onDone} onClose={close} />
      ) : (
        <>
          <dl className="facts">
            <dt>Email</dt>
            <dd>{user.email}</dd>
            <dt>Name</dt>
            <dd>{`${user.first_name} ${user.last_name}`.trim() || "Not given"}</dd>
          </dl>
          <button {...opener} type="button" className="button">
            Edit Name
          </button>
        </>
      )}
    </section>
  );
}

/** Mounted each time it is opened, so that cancelling discards what was typed. */
function NameEditor({ user, onDone, onClose }: Props & { onClose: () => void }) {
  const form = useForm(nameForm, async (input) => {
    const answer = await send("PUT", "user/", {
      body: input,
      fallbackError: "Error updating user profile.",
    });
    setSession(answer.user);
    onDone("Your name is saved.");
    onClose();
  });
  return (
    <form className="form" {...form.props}>
      <FormMessage text={form.message} />
      <div className="form-row">
        <Field
          name="first_name"
          label="First name"
          autoComplete="given-name"
          // The button that opened this form is no longer there, so the field takes the focus.
          autoFocus
          defaultValue={user.first_name}
          error={form.fields["first_name"]}
        />
        <Field
          name="last_name"
          label="Last name"
          autoComplete="family-name"
          defaultValue={user.last_name}
          error={form.fields["last_name"]}
        />
      </div>
      <FormActions busy={form.busy} busyText="Saving…" onCancel={onClose}>
        Save
      </FormActions>
    </form>
  );
}
