import { useEffect, useRef, useState } from "react";
import { promotionText } from "#schema/promotions.ts";
import { Field } from "../../../forms/field.tsx";
import type { OrderState } from "./use-order.ts";

/** A button that opens a field for a promotion code. A code that the server accepts is shown with its discount. */
export function PromotionField({ state }: { state: OrderState }) {
  const { order, applyPromotion, isChecking, change, problem } = state;
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const discount = useRef<HTMLSpanElement>(null);
  const accepted = order.promotion;
  // The button that was pressed is gone, or the code is wrong.
  useEffect(() => {
    if (isOpen || problem) (accepted ? discount : field).current?.focus();
  }, [isOpen, accepted, problem]);

  if (accepted) {
    return (
      <p className="promotion">
        <span ref={discount} tabIndex={-1}>
          <strong>{accepted.code}</strong>: {promotionText(accepted)}
        </span>
        <button type="button" className="link-button" onClick={() => change({ promotion: undefined })}>
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
        if (code.trim() && !isChecking) void applyPromotion(code.trim());
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
      <button className="button" aria-disabled={isChecking || undefined}>
        {isChecking ? "Checking…" : "Apply"}
        <span className="visually-hidden"> the promotion code</span>
      </button>
    </form>
  );
}
