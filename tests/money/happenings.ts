import { payAnyInvoice, saveBadCard, saveBadDebit, saveConfirmedCard, saveDebit, saveGoodCard } from "./cards.ts";
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
    if (!one) return;
    payAnyInvoice(world.bank, one.id);
    world.paidByLink.add(one.id);
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
    if (one) world.bank.failRefund(refundAt(world.bank, one.id));
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
    const open = chargesOf(world, choice).flatMap(({ disputes }) => disputes.filter(({ isOpen }) => isOpen));
    const one = pick(open, choice.which);
    if (!one) return;
    const dispute = disputeAt(world.bank, one.id);
    if (one.status.startsWith("warning")) return world.bank.closeDispute(dispute, "warning_closed");
    const outcome = pick(["lost", "won", "prevented", "appeal_under_review"] as const, choice.which)!;
    if (outcome === "appeal_under_review") world.bank.moveDispute(dispute, outcome);
    else world.bank.closeDispute(dispute, outcome);
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
  portalDebit: (world, choice) => setCard(world, choice, saveDebit),
  portalBadDebit: (world, choice) => setCard(world, choice, saveBadDebit),
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
