import { useState } from "react";
import * as z from "zod/mini";
import { MAX_REASON_LENGTH } from "#schema/admin.ts";
import { FormActions } from "../../../forms/form-actions.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { TextArea } from "../../../forms/text-area.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { recordName } from "../record/fields.ts";
import { isListing, type PendingItem } from "./pending-data.ts";

/** Texts to begin with, by what staff pick. */
const REASONS = {
  "Copies another listing":
    "This software is listed already. If it is yours, reply to this email, and we will give you the listing.",
  "Advertises only":
    "The article only advertises. Please describe what the software does, for whom, and what it lacks compared with the products that it replaces.",
  "Too many links": "The listing has too many links to other sites. Please keep those that explain your software.",
  "Hidden address": "The listing has shortened links or web addresses in its texts. Please use full links instead.",
  "No software": "We list software only. This link leads to something else.",
  "No alternative":
    "It does not replace the products that it names. Please name only those that people can leave for it.",
};

const rules = z.object({ refusal: z.string().check(z.trim(), z.minLength(1, "Please pick or write a reason.")) });

/** What the server did not take. */
export type FailedRefusal = { refusal: string; message: string };

type Props = {
  item: PendingItem;
  failed: FailedRefusal | undefined;
  onRefuse: (refusal: string) => void;
  onClose: () => void;
};

/** Refuses a listing or a claim, or declines a report. */
export function RefuseListing({ item, failed, onRefuse, onClose }: Props) {
  const { fields, record } = item;
  const [refusal, setRefusal] = useState(failed?.refusal ?? "");
  const form = useForm(rules, async (input) => onRefuse(input.refusal));
  const name = recordName(fields, record);
  const asked = fields.find((field) => field.name === "refusal");
  return (
    <Dialog title={`Refuse “${name}”`} onClose={onClose}>
      <form className="form dialog-form" {...form.props}>
        {isListing(item) && (
          <fieldset className="refusal-reasons">
            <legend className="visually-hidden">Reasons</legend>
            {Object.entries(REASONS).map(([label, text]) => (
              <label key={label} className="checkbox">
                <input
                  type="radio"
                  name="reason"
                  checked={refusal === text}
                  onChange={() => {
                    setRefusal(text);
                    form.reset();
                  }}
                />
                {label}
              </label>
            ))}
          </fieldset>
        )}
        <TextArea
          name="refusal"
          label={asked?.label}
          hint={asked?.hint}
          rows={5}
          maxLength={MAX_REASON_LENGTH}
          value={refusal}
          onChange={({ target }) => setRefusal(target.value)}
          error={form.fields["refusal"]}
        />
        <FormMessage text={form.message || (failed?.message ?? "")} />
        <FormActions className="button button-danger" busy={form.busy} busyText="Refusing…" onCancel={onClose}>
          Refuse
        </FormActions>
      </form>
    </Dialog>
  );
}
