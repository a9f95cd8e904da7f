import { useState } from "react";
import { type Promotion, promotionForm } from "#schema/promotions.ts";
import { send } from "../../../api.ts";
import { Field } from "../../../forms/field.tsx";
import { FormActions } from "../../../forms/form-actions.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SelectField } from "../../../forms/select-field.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { Dialog } from "../../../ui/dialog.tsx";

type Props = { onCreate: (created: Promotion) => void; onClose: () => void };

export function NewPromotion({ onCreate, onClose }: Props) {
  const [duration, setDuration] = useState("once");
  const form = useForm(
    promotionForm,
    async (body) =>
      onCreate(
        await send<Promotion>("POST", "admin/promotions/", { body, fallbackError: "Failed to create the promotion." }),
      ),
    { read: readForm },
  );
  const named = (name: string) => ({ name, error: form.fields[name] });
  return (
    <Dialog title="New promotion code" onClose={onClose}>
      <form className="form dialog-form" {...form.props}>
        <Field {...named("code")} label="Code" autoComplete="off" maxLength={30} />
        <Field {...named("percent_off")} label="Percent off" type="number" inputMode="numeric" min={1} max={100} />
        <Field
          {...named("amount_off_cents")}
          label="Or euro off"
          type="number"
          inputMode="decimal"
          min={0.01}
          step={0.01}
        />
        <SelectField
          {...named("duration")}
          label="For"
          hint="A free first payment can be a year. A code for some months is for the monthly plan only."
          value={duration}
          onChange={({ target }) => setDuration(target.value)}
        >
          <option value="once">the first payment</option>
          <option value="months">all payments of some months</option>
          <option value="always">all payments</option>
        </SelectField>
        {duration === "months" && <Field {...named("months")} label="Months" type="number" min={2} max={36} />}
        <Field
          {...named("max_redemptions")}
          label="How often it can be used"
          hint="Empty: without a limit."
          type="number"
          inputMode="numeric"
          min={1}
        />
        <Field {...named("ends_at")} label="Last day (UTC)" hint="Empty: until you end it." type="date" />
        <label className="checkbox">
          <input type="checkbox" name="first_time_only" defaultChecked />
          Only for people who have not paid before
        </label>
        <FormMessage text={form.message} />
        <FormActions busy={form.busy} busyText="Creating…" onCancel={onClose}>
          Create
        </FormActions>
      </form>
    </Dialog>
  );
}

/** As POST /api/admin/promotions/ takes it: an empty input is null, euro are cents, and a day ends at midnight UTC. */
function readForm(form: HTMLFormElement): unknown {
  const { code, percent_off, amount_off_cents, duration, months, max_redemptions, ends_at, first_time_only } =
    Object.fromEntries(new FormData(form));
  const number = (typed: unknown) => (typed ? Number(typed) : null);
  const euro = number(amount_off_cents);
  return {
    code,
    percent_off: number(percent_off),
    amount_off_cents: euro === null ? null : Math.round(euro * 100),
    duration,
    months: number(months),
    max_redemptions: number(max_redemptions),
    ends_at: typeof ends_at === "string" && ends_at !== "" ? `${ends_at}T23:59:59Z` : null,
    first_time_only: first_time_only === "on",
  };
}
