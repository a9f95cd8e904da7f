import { test } from "vitest";
import { page } from "vitest/browser";
import { ApiError } from "#web/data/api.ts";
import { ConfigProvider, useConfig } from "#web/data/config.tsx";
import { Component as PayPage } from "#web/features/payments/pay/pay-page.tsx";
import { showScreen } from "../support/show.tsx";

function Screen() {
  return (
    <ConfigProvider value={{ ...useConfig(), stripePublishableKey: "pk_test_1" }}>
      <PayPage />
    </ConfigProvider>
  );
}

test("without the subscription, the screen for another card asks for no card, because nobody can say what it pays", async () => {
  const running = { error: new ApiError(503, "The subscriptions cannot be loaded.") };
  const loader = () => ({ siteId: 7, site: { value: { name: "Zulip" } }, running, form: {} });
  await showScreen({ path: "/pay", Component: Screen, loader }, "/pay?siteId=7&change=card");
  await page.getByRole("alert").getByText("The subscriptions cannot be loaded.").findElement();
});
