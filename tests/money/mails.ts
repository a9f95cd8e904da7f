import { fakes } from "../worker/support/app.ts";
import { isAfterEnd, isPaid } from "./terms.ts";
import type { TrueInvoice, TrueSubscription } from "./truth.ts";
import type { World } from "./world.ts";

const inEuros = (cents: number) => `€${(cents / 100).toFixed(2)}`;

/** One receipt for each payment that buys days, and for each refund. */
export function checkMails(world: World, truth: TrueSubscription[], wrong: (text: string) => void): void {
  const receipts = fakes.mails.filter(({ subject }) => subject.startsWith("Receipt"));
  for (const one of truth) {
    const site = world.sites.find(({ id }) => id === one.siteId)!;
    for (const invoice of one.invoices) {
      const own = receipts.filter(({ text }) => text.includes(`Invoice: ${invoice.url}\n`));
      const count = own.length;
      if (count > 1) wrong(`${invoice.id} has ${count} receipts.`);
      if (count === 1 && invoice.status !== "paid") wrong(`${invoice.id} has a receipt, and is not paid.`);
      const isDue =
        invoice.isOfPeriod &&
        invoice.amount > 0 &&
        isPaid(invoice) &&
        !world.hasLost &&
        invoice.charges.every(({ disputes, refunds }) => disputes.length + refunds.length === 0);
      const sum = inEuros(invoice.amount);
      if (own.some(({ text }) => !text.includes(`: ${sum}\n`)))
        wrong(`The receipt of ${invoice.id} does not say ${sum}.`);
      const isForNothing = isAfterEnd(invoice, one);
      if (isDue && !isForNothing && count === 0 && !site.owner.isDeleted) wrong(`${invoice.id} has no receipt.`);
      checkRefundMails(world, invoice, !site.owner.isDeleted, wrong);
    }
  }
}

/** One mail for each refund. A refund may fail before the product has seen it succeed. */
function checkRefundMails(
  world: World,
  { id, url, charges }: TrueInvoice,
  hasOwner: boolean,
  wrong: (text: string) => void,
): void {
  const refunds = charges.flatMap((charge) => charge.refunds);
  const mails = fakes.mails.filter(
    ({ subject, text }) => subject.startsWith("Refund of ") && text.includes(`Invoice: ${url}\n`),
  );
  for (const amount of new Set(refunds.map((one) => one.amount))) {
    const same = refunds.filter((one) => one.amount === amount);
    const sum = inEuros(amount);
    const count = mails.filter(({ text }) => text.includes(`Refund: ${sum}\n`)).length;
    const min = hasOwner && !world.hasLost ? same.filter(({ hasFailed }) => !hasFailed).length : 0;
    if (count < min || count > same.length)
      wrong(`${count} mails tell of ${same.length} refunds of ${sum}, ${min} of them kept, of ${id}.`);
  }
  if (mails.length > refunds.length) wrong(`${id} has ${mails.length} mails about ${refunds.length} refunds.`);
}
