import { useEffect, useRef, useState } from "react";
import { Field } from "../../../forms/field.tsx";
import type { OrderState } from "./use-order.ts";

/** A button that opens a field for a promotion code. A code that the server accepts is shown with its discount. */
export function PromotionField({ state }: { state: OrderState }) {
  const { order, preview, isPriced, change, problem } = state;
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState(order.promotionCode);
  const field = useRef<HTMLInputElement>(null);
  const discount = useRef<HTMLSpanElement>(null);
  const accepted = order.promotionCode ? preview?.promotion : null;
  // The button that was pressed is gone, or the code is wrong.
  useEffect(() => {
    if (isOpen || problem) (accepted ? discount : field).current?.focus();
  }, [isOpen, accepted, problem]);

  if (accepted) {
    return (
      <p className="promotion">
        <span ref={discount} tabIndex={-1}>
          <strong>{accepted.code}</strong>: {accepted.text}
        </span>
        <button type="button" className="link-button" onClick={() => change({ promotionCode: "" })}>
          Remove<span className="visually-hidden"> the promotion code</span>
        </button>
      </p>
    );
  }
  if (!isOpen && !problem) {
    return (
      <p>
        <button type="button" className="link-button" onClick={() => setOpen(true)}>
          Add a promotion code
        </button>
      </p>
    );
  }
  return (
    <form
      className="promotion-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim()) change({ promotionCode: code.trim() });
      }}
    >
      <Field
        name="promotion_code"
        label="Promotion code"
        value={code}
        maxLength={100}
        ref={field}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={problem}
        onChange={(event) => setCode(event.target.value)}
      />
      <button className="button" aria-disabled={!isPriced || undefined}>
        {isPriced ? "Apply" : "Checking…"}
        <span className="visually-hidden"> the promotion code</span>
      </button>
    </form>
  );
}
