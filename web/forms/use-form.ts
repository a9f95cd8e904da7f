import { useEffect, useRef, useState, type FormEvent } from "react";
import { useRevalidator } from "react-router";
import type * as z from "zod/mini";
import { validateForm } from "#schema/values/validate-form.ts";
import { ApiError } from "../data/api.ts";

type Problem = { message: string; fields: Record<string, string> };

/** `refused` tells one refusal from the next, and stays when an error goes. */
const NONE: Problem & { refused?: object } = { message: "", fields: {} };

export type FormOptions = {
  /** Default: the values of the form's inputs. May throw an ApiError. */
  read?: (form: HTMLFormElement) => unknown;
  /** Called before an error is shown, for example to open the tab of its field. */
  onRefuse?: (problem: Problem) => void;
};

/** For a form on a page that must load fast: only the server checks it, so the page does not load the rules. */
export const SERVER_CHECKS = {
  safeParse: (data: unknown) => ({ success: true, data }),
} as unknown as z.ZodMiniType<unknown>;

/**
 * Validates the form's values as the server does and passes them to `submit`. An error from either side appears at its
 * field, and the first such field gets the focus. The form keeps what was typed.
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
    if (problem.refused) form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [problem.refused]);

  function refuse(refused: Problem) {
    const { message, fields } = refused;
    const isShown = Object.keys(fields).some((name) => form.current?.elements.namedItem(name));
    onRefuse?.(refused);
    setProblem({ message: isShown ? "" : message, fields, refused });
  }

  /** A change of a field, or of another one in its row, takes its error away. */
  function forget({ target }: FormEvent) {
    const changed = rowOf((target as Element).closest<HTMLInputElement>("[name]")?.name ?? "");
    const left = Object.entries(problem.fields).filter(([name]) => rowOf(name) !== changed);
    setProblem({ ...problem, fields: Object.fromEntries(left) });
  }

  async function run(element: HTMLFormElement) {
    // The button stays enabled while busy.
    if (running.current) return;
    // An incomplete date has an empty value, which would count as "no date".
    for (const { validity, validationMessage: message, name } of element.elements as Iterable<HTMLInputElement>)
      if (validity.badInput) return refuse({ message, fields: { [name]: message } });
    running.current = true;
    setBusy(true);
    try {
      const input = read ? await read(element) : Object.fromEntries(new FormData(element));
      const checked = validateForm(rules, input);
      if (!checked.ok) return refuse(checked);
      await submit(checked.value);
      setProblem(NONE);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refuse(error);
      // The session has ended: the screen's guard redirects to the sign-in page.
      if (error.status === 401) await revalidate();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return {
    fields: problem.fields,
    /** An error that belongs to no field of this form. */
    message: problem.message,
    busy,
    reset: () => setProblem(NONE),
    props: {
      ref: form,
      noValidate: true,
      // Not "get": what was typed must never appear in a URL.
      method: "post",
      // Not at the input event of a select: rendering between it and the change event would undo the choice.
      onChange: forget,
      onInput: (event: FormEvent) => (event.target as HTMLElement).isContentEditable && forget(event),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void run(event.currentTarget);
      },
    },
  };
}

/** The first two parts of a name such as `alternatives.0.link`. */
const rowOf = (name: string) => name.split(".", 2).join(".");
