import { useState } from "react";
import { promotionText } from "#schema/payments/promotions.ts";
import { Field } from "../../../forms/field.tsx";
import type { OrderState } from "./use-order.ts";

/** A field for a promotion code. A code that the server accepts is shown with its discount. */
export function PromotionField({ state }: { state: OrderState }) {
  const { order, applyPromotion, isChecking, change, problem } = state;
  const [code, setCode] = useState("");
  const accepted = order.promotion;
  return (
    <details>
      <summary>Promotion code</summary>
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
          label="Your code"
          value={code}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={problem}
          onChange={(event) => setCode(event.target.value)}
        />
        <button className="button" aria-disabled={isChecking || undefined}>
          <span>{isChecking ? "Checking…" : "Apply"}</span>
          <span className="visually-hidden"> the promotion code</span>
        </button>
      </form>
      <output>
        {accepted && (
          <span key={accepted.code}>
            <strong>{accepted.code}</strong>: {promotionText(accepted)}.{" "}
            <button type="button" className="link-button" onClick={() => change({ promotion: undefined })}>
              Remove<span className="visually-hidden"> the promotion code</span>
            </button>
          </span>
        )}
      </output>
    </details>
  );
}
