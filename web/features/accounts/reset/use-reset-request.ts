import { useState } from "react";
import { requestResetForm } from "#schema/account-forms.ts";
import { send } from "../../../api.ts";
import { useForm } from "../../../forms/use-form.ts";

/** The form that asks for a reset link, and the server's answer once it is here. */
export function useResetRequest() {
  const [answer, setAnswer] = useState("");
  const form = useForm(requestResetForm, async (input) => {
    const { message } = await send<{ message: string }>("POST", "password/reset/", { body: input });
    setAnswer(message);
  });
  return { form, answer };
}
