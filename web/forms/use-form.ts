import { useEffect, useRef, useState, type FormEvent } from "react";
import { useRevalidator } from "react-router";
import type * as z from "zod/mini";
import { validateForm } from "#schema/validate-form.ts";
import { ApiError } from "../api.ts";

type Problem = { message: string; fields: Record<string, string> };

const NONE: Problem = { message: "", fields: {} };

export type FormOptions = {
  /** What the form holds, where that is not just its inputs' values. May throw an ApiError. */
  read?: () => unknown;
  /** Told of every refusal before it is shown: its field may have to be brought into sight first. */
  onRefuse?: (problem: Problem) => void;
};

/**
 * Binds a form to its rules: checks what was typed as the server will, then hands it to `submit`; what either refuses
 * stands beside its field, and the first such field gets the focus. What was typed stays.
 */
export function useForm<S extends z.ZodMiniType>(
  rules: S,
  submit: (input: z.output<S>) => Promise<void>,
  { read, onRefuse }: FormOptions = {},
) {
  const [problem, setProblem] = useState(NONE);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    if (problem !== NONE) form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [problem]);

  function refuse(refused: Problem) {
    const { message, fields } = refused;
    const isShown = Object.keys(fields).some((name) => form.current?.elements.namedItem(name));
    onRefuse?.(refused);
    setProblem({ message: isShown ? "" : message, fields });
  }

  async function run(element: HTMLFormElement) {
    // A second press may come before the button has been disabled.
    if (running.current) return;
    // Half a date reads as none, which would be taken for an emptied one.
    const half = [...element.elements].find((part) => part instanceof HTMLInputElement && part.validity.badInput);
    if (half instanceof HTMLInputElement)
      return refuse({ message: half.validationMessage, fields: { [half.name]: half.validationMessage } });
    running.current = true;
    setBusy(true);
    try {
      const input = read ? await read() : Object.fromEntries(new FormData(element));
      const checked = validateForm(rules, input);
      if (!checked.ok) return refuse(checked);
      await submit(checked.value);
      setProblem(NONE);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refuse(error);
      // The session has ended elsewhere, and the guard of the screen knows where to go.
      if (error.status === 401) await revalidate();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return {
    /** Messages by the fields' names. */
    fields: problem.fields,
    /** What no field of this form says. */
    message: problem.message,
    busy,
    /** Forgets what was refused. */
    reset: () => setProblem(NONE),
    /** For the `<form>`. */
    props: {
      ref: form,
      noValidate: true,
      // Nothing that was typed may ever stand in an address.
      method: "post",
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void run(event.currentTarget);
      },
    },
  };
}
