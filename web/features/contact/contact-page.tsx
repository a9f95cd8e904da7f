import { useState } from "react";
import { useLocation } from "react-router";
import { contactForm, MAX_MESSAGE_LENGTH } from "#schema/pages/contact.ts";
import { contactPath } from "#schema/pages/paths.ts";
import { ApiError, send } from "../../data/api.ts";
import { useHydrated } from "../../browser/use-hydrated.ts";
import { useConfig } from "../../data/config.tsx";
import { Field } from "../../forms/field.tsx";
import { FormMessage } from "../../forms/form-message.tsx";
import { Sent } from "../../forms/sent.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { TextArea } from "../../forms/text-area.tsx";
import { useForm } from "../../forms/use-form.ts";
import { Breadcrumbs } from "../../layout/breadcrumbs.tsx";
import { PageHead } from "../../layout/page-head.tsx";
import { useSession } from "../../data/session.tsx";

export function Component() {
  const { name, supportEmail } = useConfig();
  const [answer, setAnswer] = useState("");
  const address = <a href={`mailto:${supportEmail}`}>{supportEmail}</a>;
  return (
    <div className="wrap text-page">
      <PageHead
        title="Contact"
        description={`Contact the people who run ${name}: ask a question, send a correction or report a listing.`}
        path={contactPath}
      />
      <Breadcrumbs parents={[]} current={{ name: "Contact", path: contactPath }} />
      <header className="page-header">
        <h1>Contact</h1>
        <p className="lead">
          Ask a question, send a correction or report a listing. A person reads every message. You can also write to{" "}
          {address}.
        </p>
      </header>
      <p className="notice without-script">
        This form needs JavaScript, and it is switched off in your browser. Please write to us by email.
      </p>
      {answer ? <Sent text={answer} onAgain={() => setAnswer("")} /> : <ContactForm onSent={setAnswer} />}
    </div>
  );
}

function ContactForm({ onSent }: { onSent: (text: string) => void }) {
  const user = useSession();
  const { state } = useLocation();
  const { message } = (state ?? {}) as { message?: string };
  const form = useForm(contactForm, async (input) => onSent(await post(input)));
  // Shows only the first error, in the order of the fields.
  const [wrong] = Object.entries(form.fields);
  const errorOf = (name: string) => (wrong?.[0] === name ? wrong[1] : undefined);
  return (
    <form className="card turn form needs-script" {...form.props}>
      <FormMessage text={form.message} />
      <Field
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        defaultValue={user?.email}
        error={errorOf("email")}
      />
      <TextArea
        name="message"
        label="Message"
        rows={8}
        maxLength={MAX_MESSAGE_LENGTH}
        // The Worker does not have the history's state.
        defaultValue={useHydrated() ? message : undefined}
        error={errorOf("message")}
      />
      {/* The honeypot for bots. Screen readers and autofill do not reach it. */}
      <div hidden>
        <label htmlFor="contact-website">Leave this empty</label>
        <input id="contact-website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="form-actions">
        <SubmitButton busy={form.busy} busyText="Sending…">
          Send Message
        </SubmitButton>
      </div>
    </form>
  );
}

async function post(input: object): Promise<string> {
  try {
    const { success } = await send("POST", "contact/", {
      body: input,
      fallbackError: (status) =>
        status >= 500 ? "Server error occurred" : "An error occurred while sending your message.",
    });
    return success;
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0, "An unexpected error occurred");
  }
}
