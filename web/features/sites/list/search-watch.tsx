import { useState } from "react";
import { CATEGORY_LABELS, isCategory } from "#schema/sites/sites.ts";
import { send } from "../../../data/api.ts";
import { Field } from "../../../forms/field.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { SERVER_CHECKS, useForm } from "../../../forms/use-form.ts";
import { useSession } from "../../../data/session.tsx";

type Props = { q: string; category?: string | null };

/** Offers a mail when a site for the search is listed. The typed email address stays when the search changes. */
export function SearchWatch({ q, category = null }: Props) {
  const user = useSession();
  const [answer, setAnswer] = useState<{ q: string; category: string | null; message: string }>();
  const form = useForm(SERVER_CHECKS, async (input) => {
    const { message } = await send("POST", "search-watches/", { body: { ...(input as object), q, category } });
    setAnswer({ q, category, message });
  });
  // Without words, there is nothing to wait for.
  if (!/[\p{L}\p{N}]/u.test(q)) return null;
  const isAnswered = answer?.q === q && answer.category === category;
  return (
    <>
      {isAnswered && (
        <output ref={focus} className="notice search-watch-asked" tabIndex={-1}>
          {answer.message}
        </output>
      )}
      <form className="search-watch needs-script" hidden={isAnswered} {...form.props}>
        <p>
          {`We send you one email when a site for “${q}” ${category && isCategory(category) ? `in ${CATEGORY_LABELS[category]} ` : ""}is listed.`}
        </p>
        <FormMessage text={form.message} />
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          defaultValue={user?.email}
          error={form.fields["email"]}
        />
        <SubmitButton className="button" busy={form.busy} busyText="Sending…">
          Tell me when one is listed
        </SubmitButton>
      </form>
    </>
  );
}

/** The answer takes the focus from the form. */
const focus = (answer: HTMLElement | null) => answer?.focus();
