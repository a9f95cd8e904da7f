import { useState } from "react";
import { requestResetForm } from "#schema/accounts/account-forms.ts";
import { send } from "../../../data/api.ts";
import { useForm } from "../../../forms/use-form.ts";

/** Returns the form that requests a reset link, and the API's message after it was sent ("" before). */
export function useResetRequest() {
  const [answer, setAnswer] = useState("");
  const form = useForm(requestResetForm, async (input) => {
    const { message } = await send("POST", "password/reset/", { body: input });
    setAnswer(message);
  });
  return { form, answer };
}
