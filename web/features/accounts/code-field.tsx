import { type ComponentProps, useEffect, useRef, useState } from "react";
import { CODE_LENGTH } from "#schema/accounts/accounts.ts";
import { toPlainDigits } from "#schema/values/digits.ts";
import { Field } from "../../forms/field.tsx";

/** Returns the digits of a typed or pasted text ("123 456", "Your code: 123456"), at most CODE_LENGTH. */
export const codeIn = (text: string) => toPlainDigits(text).replaceAll(/\D/g, "").slice(0, CODE_LENGTH);

type Props = Pick<ComponentProps<"input">, "autoFocus"> & { error: string | undefined };

/** The input has no maxLength, because it would truncate a pasted code before its spaces are removed. */
export function CodeField({ error, ...attributes }: Props) {
  const [code, setCode] = useState("");
  const input = useRef<HTMLInputElement>(null);
  // Keeps what the user typed before hydration.
  useEffect(() => setCode((typed) => typed || codeIn(input.current!.value)), []);
  return (
    <div className="code-input">
      <Field
        {...attributes}
        ref={input}
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(codeIn(event.target.value))}
        error={error}
      />
    </div>
  );
}
