import { useEffect, useRef, useState } from "react";
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
  const form = useForm(
    SERVER_CHECKS,
    async (input) => {
      const { message } = await send("POST", "search-watches/", { body: input });
      setAnswer({ q, category, message });
    },
    { read: (element) => ({ email: new FormData(element).get("email"), q, category }) },
  );
  // Without words, there is nothing to wait for.
  if (!/[\p{L}\p{N}]/u.test(q)) return null;
  const isAnswered = answer?.q === q && answer.category === category;
  return (
    <>
      {isAnswered && <Answer text={answer.message} />}
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

/** Replaces the form, and takes the focus from it. */
function Answer({ text }: { text: string }) {
  const message = useRef<HTMLOutputElement>(null);
  useEffect(() => message.current!.focus(), []);
  return (
    <output ref={message} className="notice search-watch-asked" tabIndex={-1}>
      {text}
    </output>
  );
}
