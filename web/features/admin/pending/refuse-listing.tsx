import * as z from "zod/mini";
import { FormActions } from "../../../forms/form-actions.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { TextArea } from "../../../forms/text-area.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { recordName } from "../record/fields.ts";
import type { PendingItem } from "./pending-data.ts";

/** The server knows the longest reason. */
const rules = z.object({ refusal: z.string().check(z.trim(), z.minLength(1, "Please write a reason.")) });

type Props = {
  item: PendingItem;
  onSubmit: (input: z.output<typeof rules>) => Promise<void>;
  onClose: () => void;
};

export function RefuseListing({ item: { fields, record }, onSubmit, onClose }: Props) {
  const form = useForm(rules, onSubmit);
  return (
    <Dialog title="Refuse this listing?" onClose={onClose}>
      <form className="form dialog-form" {...form.props}>
        <p>
          <strong dir="auto">{recordName(fields, record)}</strong> stays hidden until it is approved.
        </p>
        <TextArea
          name="refusal"
          label="Reason for refusal (emailed to owner)"
          rows={4}
          error={form.fields["refusal"]}
        />
        <FormMessage text={form.message} />
        <FormActions className="button button-danger" busy={form.busy} busyText="Refusing…" onCancel={onClose}>
          Refuse
        </FormActions>
      </form>
    </Dialog>
  );
}
