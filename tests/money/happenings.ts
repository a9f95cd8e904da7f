import { payAnyInvoice, saveBadCard, saveConfirmedCard, saveGoodCard } from "./cards.ts";
import { chargesOf, type Choice, pick, runningOf, siteOf, subscriptionsOf } from "./choice.ts";
import { chargeAt, disputeAt, refundAt, subscriptionAt } from "./truth.ts";
import type { World } from "./world.ts";

/** What happens at Stripe and at banks, without the product. */
export const HAPPENINGS: Record<string, (world: World, choice: Choice) => unknown> = {
  payByLink: (world, choice) => {
    const open = subscriptionsOf(world, siteOf(world, choice)).flatMap(({ invoices }) =>
      invoices.filter(({ status }) => status === "open" || status === "uncollectible"),
    );
    const one = pick(open, choice.which);
    if (one) payAnyInvoice(world.bank, one.id);
  },
  refundAll: (world, choice) => {
    const charge = pick(chargesOf(world, choice), choice.which);
    if (charge) world.bank.refund(chargeAt(world.bank, charge.id));
  },
  refundPart: (world, choice) => {
    const charge = pick(chargesOf(world, choice), choice.which);
    if (charge) world.bank.refund(chargeAt(world.bank, charge.id), 100);
  },
  failRefund: (world, choice) => {
    const made = chargesOf(world, choice).flatMap(({ refunds }) =>
      refunds.filter(({ status }) => status === "succeeded"),
    );
    const one = pick(made, choice.which);
    if (one) world.bank.endRefund(refundAt(world.bank, one.id), "failed");
  },
  dispute: (world, choice) => {
    const charge = pick(
      chargesOf(world, choice).filter(({ disputes }) => disputes.length === 0),
      choice.which,
    );
    const status = choice.which % 4 === 0 ? "warning_needs_response" : "needs_response";
    if (charge) world.bank.openDispute(chargeAt(world.bank, charge.id), status);
  },
  decide: (world, choice) => {
    const open = chargesOf(world, choice).flatMap(({ disputes }) =>
      disputes.filter(({ status }) => status.endsWith("_response")),
    );
    const one = pick(open, choice.which);
    if (!one) return;
    const dispute = disputeAt(world.bank, one.id);
    const outcome = pick(["lost", "won", "needs_response"] as const, choice.which)!;
    if (!one.status.startsWith("warning")) return world.bank.closeDispute(dispute, outcome === "won" ? "won" : "lost");
    if (outcome === "needs_response") world.bank.moveDispute(dispute, outcome);
    else world.bank.closeDispute(dispute, "warning_closed");
  },
  warnOfFraud: (world, choice) => {
    const charge = pick(chargesOf(world, choice), choice.which);
    if (charge) world.bank.warnOfFraud(chargeAt(world.bank, charge.id));
  },
  portalCancel: (world, choice) => changeRunning(world, choice, { cancel_at_period_end: true }),
  portalResume: (world, choice) => {
    changeRunning(world, choice, { cancel_at_period_end: false });
    // The next cron run stops it again if nobody can see the site.
    Object.assign(siteOf(world, choice), { freeSince: null, stoppedSince: null });
  },
  portalBadCard: (world, choice) => setCard(world, choice, saveBadCard),
  portalGoodCard: (world, choice) => setCard(world, choice, saveGoodCard),
  portalConfirmedCard: (world, choice) => setCard(world, choice, saveConfirmedCard),
  pauseAtStripe: (world, choice) => {
    const running = runningOf(world, siteOf(world, choice));
    if (running && running.status !== "incomplete") world.bank.pause(subscriptionAt(world.bank, running.id));
  },
  endAtStripe: (world, choice) => {
    const running = runningOf(world, siteOf(world, choice));
    if (running) world.bank.cancel(subscriptionAt(world.bank, running.id));
  },
};

function changeRunning(world: World, choice: Choice, change: Parameters<World["bank"]["change"]>[1]): void {
  const running = runningOf(world, siteOf(world, choice));
  if (running) world.bank.change(subscriptionAt(world.bank, running.id), change);
}

function setCard(world: World, choice: Choice, save: typeof saveGoodCard): void {
  const running = runningOf(world, siteOf(world, choice));
  if (!running) return;
  const { customer } = subscriptionAt(world.bank, running.id);
  changeRunning(world, choice, { default_payment_method: save(world.bank, customer).id });
}
