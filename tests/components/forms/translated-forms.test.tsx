import { type ReactNode, useState } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { SiteSubscription } from "#schema/payments/payments.ts";
import { ResendCode } from "#web/features/accounts/resend-code.tsx";
import { FactField } from "#web/features/owner/site-facts/fact-field.tsx";
import { FactsMeter } from "#web/features/owner/site-facts/facts-meter.tsx";
import { PairFields } from "#web/features/owner/site-form/pair-fields.tsx";
import { StepTitle } from "#web/features/owner/site-form/steps.tsx";
import { ImageState } from "#web/features/owner/site-images/image-state.tsx";
import { PaySummary } from "#web/features/payments/pay/pay-summary.tsx";
import { useOrder } from "#web/features/payments/pay/use-order.ts";
import { SubscriptionActions } from "#web/features/payments/subscription-actions.tsx";
import { SubscriptionFacts } from "#web/features/payments/subscription-facts.tsx";
import { answerApi } from "../support/api.ts";
import { show } from "../support/show.tsx";
import { subscription } from "../support/sites.ts";
import { expectText, shownText, translatePage } from "../support/translated.ts";

const nothing = () => {};
const upload = { name: "a.png", sent: 0.5, problem: "Too small.", canRetry: true };
const failing: SiteSubscription = { ...subscription, state: "failing", next_charge: null, trouble: "stopped" };
const SUBSCRIPTIONS: SiteSubscription[] = [
  failing,
  { ...failing, trouble: "retry", status: "basic" },
  { ...failing, trouble: "confirm" },
  { ...failing, state: "ends", trouble: null },
];
const image = (stage: "sending" | "failed") => (
  <ImageState
    {...{ id: "state", of: "the logo", problem: undefined }}
    upload={{ ...upload, stage } as never}
    onChoose={nothing}
    onRetry={nothing}
    onCancel={nothing}
    onFocusLost={nothing}
  />
);
const pair = (product: string, lacks: string) => (
  <PairFields
    {...{ path: "a", product, problems: {} }}
    pair={{ replaces: "", lacks, adds: "", moving: "", movingLink: "" }}
    onChange={nothing}
  />
);

const each = <T,>(render: (value: T) => ReactNode, ...values: T[]) => values.map(render);

/** What a part shows, one after the other. */
const CHANGES: Record<string, ReactNode[]> = {
  "the number of facts": each((facts) => <FactsMeter facts={facts} />, {}, { api: true }, { open_source: true }),
  "the source of a fact": each(
    (source) => (
      <FactField {...{ name: "api", value: true, source, problems: {}, onChange: nothing, onSource: nothing }} />
    ),
    "",
    "https://zulip.com/api",
    "zulip",
  ),
  "the steps": each((step) => <StepTitle step={step} />, ...(["details", "content", "finish"] as const)),
  "the state of an image": [image("sending"), image("failed"), image("sending")],
  "how a site replaces a product": [pair("Slack", ""), pair("Jira", "Boards"), pair("", "")],
  "a subscription": each((one) => <SubscriptionFacts subscription={one} />, ...SUBSCRIPTIONS),
  "the buttons of a subscription": each((one) => <SubscriptionActions subscription={one} />, ...SUBSCRIPTIONS),
};

function Changing({ parts }: { parts: ReactNode[] }) {
  const [at, setAt] = useState(0);
  return (
    <>
      <button onClick={() => setAt((at + 1) % parts.length)}>Next</button>
      <p id="at">{at}</p>
      <div id="part">{parts[at]}</div>
    </>
  );
}

test.for(Object.keys(CHANGES))("translated, these texts change as otherwise: %s", async (name) => {
  const parts = CHANGES[name]!;
  await show(<Changing parts={parts} />);
  const play = async () => {
    const texts: string[] = [];
    for (const at of parts.keys()) {
      await expectText("#at", String(at));
      texts.push(shownText("#part"));
      await page.getByRole("button", { name: /Next/ }).click();
    }
    return texts;
  };
  const texts = await play();
  translatePage();
  expect(await play()).toEqual(texts);
});

test("the seconds until a code can be sent again count down in a translation", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  await show(<ResendCode call="login/resend/" />);
  translatePage();
  const text = (seconds: number) => expectText(".link-button", `Send a new code in ${seconds} s`);
  await text(60);
  vi.advanceTimersByTime(2000);
  await text(58);
  vi.advanceTimersByTime(58_000);
  await expectText(".link-button", "Send a new code");
});

test("a translated order follows its plan and a promotion code", async () => {
  const promotion = { code: "HALF", percent_off: 50, amount_off: null, duration: "once" };
  answerApi({ "POST payments/promotion/": promotion });
  function Order() {
    return <PaySummary site={undefined} state={useOrder(() => ({ plan: "month", country: "" }))} />;
  }
  await show(<Order />);
  translatePage();
  const total = (text: string) => expectText(".pay-total", text);
  await total("€10.00 for 30 days as a featured listing");
  await page.getByRole("radio", { name: /Yearly/ }).click();
  await total("€100.00 for 365 days as a featured listing");
  await page.getByText(/Promotion code/).click();
  await page.getByLabelText(/Your code/).fill("HALF");
  await page.getByRole("button", { name: /Apply/ }).click();
  await expectText(".pay-summary output", "HALF: 50% off the first payment. Remove the promotion code");
  await total("€50.00 for 365 days as a featured listing");
  await page.getByRole("button", { name: /Remove/ }).click();
  await expectText(".pay-summary output", "");
  await expectText(".promotion-form button", "Apply the promotion code");
});
