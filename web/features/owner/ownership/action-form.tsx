import type { ReactNode } from "react";
import { useAction } from "../../../data/use-action.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { SERVER_CHECKS, useForm } from "../../../forms/use-form.ts";
import { showMessage } from "../../../ui/message.tsx";
import type { calls } from "./ownership-data.ts";

type Props<Name extends keyof typeof calls> = {
  call: Name;
  id: number;
  /** Of the button. */
  label: string;
  /** What the person is told when it is done. */
  done: string;
  /** The fields, with the errors of the server. */
  children?: (errors: Record<string, string>) => ReactNode;
};

/** A form that runs one call of the screen. */
export function ActionForm<Name extends keyof typeof calls>(props: Props<Name>) {
  const { call, id, label, done, children } = props;
  const run = useAction<typeof calls, Name>(call);
  const form = useForm(SERVER_CHECKS, async (typed) => {
    await run({ id, ...(typed as object) } as Parameters<(typeof calls)[Name]>[0]);
    showMessage(done);
  });
  return (
    <form className="form" {...form.props}>
      {children?.(form.fields)}
      <FormMessage text={form.message} />
      <p>
        <SubmitButton busy={form.busy} busyText="One moment…">
          {label}
        </SubmitButton>
      </p>
    </form>
  );
}
