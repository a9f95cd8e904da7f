import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { Promotion } from "#schema/payments/promotions.ts";
import { ConfigProvider } from "#web/data/config.tsx";
import { PaySummary } from "#web/features/payments/pay/pay-summary.tsx";
import { useOrder } from "#web/features/payments/pay/use-order.ts";

const Summary = ({ promotion }: { promotion?: Promotion }) => (
  <PaySummary site={undefined} state={useOrder(() => ({ plan: "month", country: "AT", promotion }))} />
);

function textOf(promotion?: Promotion) {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  return renderToStaticMarkup(
    <ConfigProvider value={{ name: "Directory", origin: "https://directory.example", supportEmail: "a@b.example" }}>
      <MemoryRouter>
        <Summary {...(promotion && { promotion })} />
      </MemoryRouter>
    </ConfigProvider>,
  ).replaceAll(/<[^>]+>/g, "");
}

test("what is paid now and later is named", () => {
  expect(textOf()).toContain(
    "You pay €10.00 now, and again every 30 days until you cancel, at any time on your dashboard.",
  );
  const half = { code: "HALF", percent_off: 50, amount_off: null };
  expect(textOf({ ...half, duration: "once" })).toContain("You pay €5.00 now, then €10.00 every 30 days until");
  expect(textOf({ ...half, duration: "forever" })).toContain("You pay €5.00 now, and again every 30 days until");
});
