import { changePasswordForm } from "#schema/accounts/account-forms.ts";
import type { User } from "#schema/accounts/accounts.ts";
import { send } from "../../../data/api.ts";
import { Field } from "../../../forms/field.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { useShowPassword } from "../../../forms/show-password.tsx";
import { FormActions } from "../../../forms/form-actions.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { NewPasswordFields } from "../new-password-fields.tsx";
import { useEditing } from "./use-editing.ts";

type Props = { user: User; onDone: (message: string) => void };

export function PasswordSection({ user, onDone }: Props) {
  const { isEditing, close, opener } = useEditing();
  return (
    <section className="screen-section" aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      {isEditing ? (
        <PasswordEditor user={user} onDone={onDone} onClose={close} />
      ) : (
        <>
          <p>A new password logs you out on all other devices.</p>
          <button {...opener} type="button" className="button">
            Change Password
          </button>
        </>
      )}
    </section>
  );
}

function PasswordEditor({ user, onDone, onClose }: Props & { onClose: () => void }) {
  const password = useShowPassword();
  const form = useForm(changePasswordForm, async (input) => {
    const { message } = await send("POST", "change-password/", {
      body: input,
      fallbackError: "Error changing password.",
    });
    onDone(message);
    onClose();
  });
  return (
    <form className="form" {...form.props}>
      <FormMessage text={form.message} />
      {/* Tells password managers to which account the password belongs. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} />
      <Field
        name="old_password"
        label="Current password"
        type={password.type}
        autoComplete="current-password"
        // The button that opened this form is no longer there, so the field takes the focus.
        autoFocus
        error={form.fields["old_password"]}
      />
      <NewPasswordFields
        label="New password"
        confirmLabel="Confirm new password"
        password={password}
        errors={form.fields}
      />
      <FormActions busy={form.busy} busyText="Saving…" onCancel={onClose}>
        Change Password
      </FormActions>
    </form>
  );
}
