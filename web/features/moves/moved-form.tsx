import { FACT_NAMES, factOf, FACTS, MAX_POINT_LENGTH, TEAM_SIZES } from "#schema/facts/facts.ts";
import {
  MAX_POINTS,
  MAX_SWITCH_TEXT,
  MIN_SWITCH_TEXT,
  type Move,
  STILL_USING,
  type SwitchFields,
  TIMES_TAKEN,
} from "#schema/sites/switches.ts";
import { send } from "../../data/api.ts";
import { Field } from "../../forms/field.tsx";
import { FormMessage } from "../../forms/form-message.tsx";
import { SelectField } from "../../forms/select-field.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { TextArea } from "../../forms/text-area.tsx";
import { SERVER_CHECKS, useForm } from "../../forms/use-form.ts";
import "../owner/site-facts/site-facts.css";

/** The facts that lists filter by. */
const POINTS: string[] = [
  ...FACT_NAMES.map(factOf).flatMap(({ kind, filter, label }) => (kind === "yes_no" && filter ? [label] : [])),
  FACTS.platforms.options.ios,
  FACTS.platforms.options.android,
];

type Props = {
  product: Move["product"];
  site: Move["sites"][number];
  onDone: (text: string) => Promise<void>;
};

export function MovedForm({ product, site, onDone }: Props) {
  const { answer } = site;
  const params = { id: site.id, product: product.slug };
  const takingBack = useForm(SERVER_CHECKS, async () => {
    await send("DELETE", "sites/:id/switches/:product/", { params });
    await onDone("Your answer is deleted.");
  });
  const form = useForm(
    SERVER_CHECKS,
    async (body) => {
      const fallbackError = "Your answer was not sent. Please try again.";
      await onDone((await send("PUT", "sites/:id/switches/:product/", { params, body, fallbackError })).message);
    },
    { read: readAnswer },
  );
  const select = (name: keyof SwitchFields, label: string, options: Record<string, string>) => (
    <SelectField
      name={name}
      label={label}
      defaultValue={String(answer?.[name] ?? "")}
      error={form.fields[name]}
      options={options}
    >
      <option value="">Please choose</option>
    </SelectField>
  );
  const points = (name: "missing" | "better", label: string) => (
    <fieldset className="field fact-controls">
      <legend>{label}</legend>
      <div className="fact-options">
        {POINTS.map((point) => (
          <label key={point} className="checkbox">
            <input type="checkbox" name={name} value={point} defaultChecked={answer?.[name].includes(point)} />
            {point}
          </label>
        ))}
      </div>
      <TextArea
        name={name}
        label={label.replace("What", "What else")}
        hint={`One a line, at most ${MAX_POINT_LENGTH} characters each. At most ${MAX_POINTS} in all, with those above.`}
        rows={2}
        defaultValue={answer?.[name].filter((point) => !POINTS.includes(point)).join("\n")}
        error={form.fields[name]}
      />
    </fieldset>
  );
  return (
    <>
      {site.state === "held" && <p className="notice">Our staff look at your answer before it is shown.</p>}
      {site.state === "refused" && <p className="notice">Our staff do not show your answer. You can change it.</p>}
      <form className="form" {...form.props}>
        <Field
          name="moved"
          label="When did you move?"
          type="month"
          hint="The year and the month, such as 2026-05."
          defaultValue={answer?.moved}
          error={form.fields["moved"]}
        />
        {select("still_using", `Do you still use ${site.name}?`, STILL_USING)}
        {select("team_size", "How large is your team?", TEAM_SIZES)}
        {select("time_taken", "How long did it take?", TIMES_TAKEN)}
        {points("missing", "What was missing?")}
        {points("better", "What got better?")}
        {select("would_again", "Would you do it again?", { true: "Yes", false: "No" })}
        <TextArea
          name="text"
          label="What should others know?"
          hint={`Everybody can read it, without your name. ${MIN_SWITCH_TEXT} to ${MAX_SWITCH_TEXT} characters.`}
          rows={6}
          defaultValue={answer?.text}
          error={form.fields["text"]}
        />
        <FormMessage text={form.message} />
        <SubmitButton busy={form.busy} busyText="Sending…">
          {answer ? "Save my answer" : "Send my answer"}
        </SubmitButton>
      </form>
      {answer && (
        <form {...takingBack.props}>
          <FormMessage text={takingBack.message} />
          <SubmitButton className="button" busy={takingBack.busy} busyText="Taking back…">
            Take my answer back
          </SubmitButton>
        </form>
      )}
    </>
  );
}

/** Points are checked, or typed one a line. */
function readAnswer(form: HTMLFormElement) {
  const typed = new FormData(form);
  const linesOf = (name: string) => typed.getAll(name).flatMap((text) => String(text).split("\n").filter(Boolean));
  const again = typed.get("would_again");
  return {
    ...Object.fromEntries(typed),
    missing: linesOf("missing"),
    better: linesOf("better"),
    would_again: again === "" ? undefined : again === "true",
  };
}
