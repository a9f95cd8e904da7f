import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { PaySummary } from "#web/features/payments/pay/pay-summary.tsx";
import type { OrderState } from "#web/features/payments/pay/use-order.ts";

const textOf = (price: Partial<OrderState["price"]>) => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const state: OrderState = {
    order: { plan: "month", promotionCode: "", country: "AT" },
    isPriced: true,
    preview: undefined,
    price: { now: 1000, later: 1000, currency: "eur", days: 30, ...price },
    problem: "",
    change: () => {},
  };
  return renderToStaticMarkup(
    <MemoryRouter>
      <PaySummary site={undefined} state={state} />
    </MemoryRouter>,
  ).replaceAll(/<[^>]+>/g, "");
};

test("what is paid now and later is named", () => {
  expect(textOf({})).toContain("You pay €10.00 now, and again every 30 days until you cancel.");
  expect(textOf({ now: 0 })).toContain("You pay €0.00 now, then €10.00 every 30 days until you cancel.");
});
