import { type FormEvent, useState } from "react";
import { MAX_POINT_LENGTH, TEAM_SIZES } from "#schema/facts/facts.ts";
import { MAX_POINTS, MAX_SWITCH_TEXT, MIN_SWITCH_TEXT, STILL_USING, TIMES_TAKEN } from "#schema/sites/switches.ts";
import type { Move } from "#schema/sites/switches.ts";
import { send } from "../../data/api.ts";
import { useSession } from "../../data/session.tsx";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { deleteDraft, draftKey, readDraft, saveDraft } from "../../forms/draft-storage.ts";
import { Field } from "../../forms/field.tsx";
import { FormMessage } from "../../forms/form-message.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { TextArea } from "../../forms/text-area.tsx";
import { SERVER_CHECKS, useForm } from "../../forms/use-form.ts";
import { Options } from "./options.tsx";
import { bodyOf, entriesOf, POINTS, typedAnswer } from "./typed-answer.ts";

const PATH = "sites/:id/switches/:product/";
const POINTS_HINT = `In your own words: one a line, at most ${MAX_POINT_LENGTH} characters each. ${MAX_POINTS} in all.`;

type Props = {
  product: Move["product"];
  site: Move["sites"][number];
  answer: Move["answers"][number] | undefined;
  onDone: (text: string) => void;
};

/** Begins with what was typed before, or else with the person's answer. */
export function MovedForm({ product, site, answer, onDone }: Props) {
  const user = useSession()!;
  const key = draftKey(user.id, `moved.${product.slug}.${site.slug}`);
  const [start] = useState(() => {
    const stored = { entries: entriesOf(answer) };
    return (readDraft(key, typedAnswer, stored)?.draft ?? stored).entries;
  });
  const [thisMonth] = useState(() => new Date().toISOString().slice(0, 7));
  const startOf = (name: string) => start.flatMap(([one, value]) => (one === name ? [value] : []));
  const [length, setLength] = useState(startOf("text").join("").length);
  const [isAsking, setAsking] = useState(false);
  const params = { id: site.id, product: product.slug };
  const entriesIn = (form: HTMLFormElement) => [...new FormData(form)] as [string, string][];
  const finish = (message: string) => {
    deleteDraft(key);
    onDone(message);
  };
  const form = useForm(
    SERVER_CHECKS,
    async (body) => {
      const fallbackError = "Your answer was not sent. Please try again.";
      finish((await send("PUT", PATH, { params, body, fallbackError })).message);
    },
    { read: (element) => bodyOf(entriesIn(element)) },
  );
  function keep(event: FormEvent<HTMLFormElement>) {
    form.props.onChange(event);
    saveDraft(key, { entries: entriesIn(event.currentTarget) });
    setLength(event.currentTarget["text"].value.length);
  }
  const choice = (name: string, label: string, options: Record<string, string> | string[]) => (
    <Options name={name} label={label} options={options} chosen={startOf(name)} error={form.fields[name]} />
  );
  const points = (name: string, label: string) => (
    <>
      {choice(name, label, POINTS)}
      <TextArea
        name={name}
        label={label.replace("What", "What else")}
        hint={POINTS_HINT}
        rows={2}
        defaultValue={startOf(name)
          .filter((one) => !POINTS.includes(one))
          .join("\n")}
      />
    </>
  );
  return (
    <>
      <form className="form" {...form.props} onChange={keep}>
        <Field
          name="moved"
          label="Moved in"
          type="month"
          max={thisMonth}
          hint="The year and the month, such as 2026-05."
          defaultValue={startOf("moved")[0]}
          error={form.fields["moved"]}
        />
        {choice("still_using", `Do you still use ${site.name}?`, STILL_USING)}
        {choice("team_size", "How large is your team?", TEAM_SIZES)}
        {choice("time_taken", "How long did it take?", TIMES_TAKEN)}
        {points("missing", "What was missing?")}
        {points("better", "What got better?")}
        {choice("would_again", "Would you do it again?", { true: "Yes", false: "No" })}
        <TextArea
          name="text"
          label="What should others know?"
          hint={`Everybody can read it, without your name. ${MIN_SWITCH_TEXT} to ${MAX_SWITCH_TEXT} characters, so far ${length}.`}
          rows={6}
          defaultValue={startOf("text")[0]}
          error={form.fields["text"]}
        />
        <FormMessage text={form.message} />
        <div className="form-actions">
          <SubmitButton busy={form.busy} busyText="Sending…">
            {answer ? "Save my answer" : "Send my answer"}
          </SubmitButton>
          {answer && (
            <button type="button" className="button" aria-haspopup="dialog" onClick={() => setAsking(true)}>
              Take my answer back
            </button>
          )}
        </div>
      </form>
      {isAsking && (
        <ConfirmDialog
          title="Take your answer back?"
          action="Take it back"
          busyText="Taking back…"
          onConfirm={async () => {
            await send("DELETE", PATH, { params });
            finish("Your answer is deleted.");
          }}
          onClose={() => setAsking(false)}
        >
          It leaves the pages and the counts for good.
        </ConfirmDialog>
      )}
    </>
  );
}
