import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { PaySummary } from "#web/features/payments/pay/pay-summary.tsx";
import type { OrderState } from "#web/features/payments/pay/use-order.ts";

const textOf = (months: number | null) => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const preview: OrderState["preview"] = {
    lines: [],
    net_cents: 500,
    tax_cents: 0,
    total_cents: 500,
    currency: "eur",
    days: 30,
    next: { at: "2026-12-20T12:00:00.000Z", amount_cents: 500, days: 30 },
    promotion: { code: "HALF", text: "50% off", months },
    reverse_charge: false,
    same_day: [],
  };
  const state: OrderState = {
    order: { plan: "month", promotionCode: "HALF", sameDayAs: null },
    isPriced: true,
    preview,
    needsAddress: false,
    total: { cents: 500, currency: "eur", days: 30 },
    problem: undefined,
    change: () => {},
    ask: () => {},
  };
  return renderToStaticMarkup(
    <MemoryRouter>
      <PaySummary site={undefined} state={state} />
    </MemoryRouter>,
  ).replaceAll(/<[^>]+>/g, "");
};

test("the price after a promotion of some months is named", () => {
  expect(textOf(3)).toContain(
    "You pay €5.00 now, and again every 30 days for 3 months. Then you pay €10.00 every 30 days until you cancel.",
  );
  expect(textOf(null)).toContain("You pay €5.00 now, and again every 30 days until you cancel.");
});
