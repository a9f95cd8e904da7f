import { type ComponentProps, useEffect, useRef, useState } from "react";
import { CODE_LENGTH } from "#schema/accounts.ts";
import { Field } from "../../forms/field.tsx";

/** What was typed or pasted ("123 456", "Your code: 123456") as a code. */
export const codeIn = (text: string) => text.replaceAll(/\D/g, "").slice(0, CODE_LENGTH);

type Props = Pick<ComponentProps<"input">, "autoFocus"> & { error: string | undefined };

/** No maxLength: it would cut a pasted code before its spaces are taken out. */
export function CodeField({ error, ...attributes }: Props) {
  const [code, setCode] = useState("");
  const input = useRef<HTMLInputElement>(null);
  // What was typed before scripts had taken over.
  useEffect(() => setCode(codeIn(input.current!.value)), []);
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
