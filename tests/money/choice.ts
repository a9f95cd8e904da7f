import { StripeError } from "#worker/dev/stripe/store.ts";
import type { TrueCharge, TrueSubscription } from "./truth.ts";
import type { Site, World } from "./world.ts";

// An act chooses its site, payment and so on by numbers. It does nothing if it is not possible.

export type Act = (world: World, choice: Choice) => Promise<unknown> | void;
export type Choice = { site: number; which: number; tabs: 1 | 2 };

export const pick = <T>(list: T[], at: number): T | undefined => list[at % Math.max(list.length, 1)];
/** Most acts concern a site that has been paid for, if there is one. */
export function siteOf({ sites, truth }: World, { site }: Choice): Site {
  const paid = sites.filter(({ id }) => truth.some(({ siteId }) => siteId === id));
  return pick(paid.length > 0 ? paid : sites, site)!;
}
export const subscriptionsOf = ({ truth }: World, site: Site): TrueSubscription[] =>
  truth.filter(({ siteId }) => siteId === site.id);
export const runningOf = (world: World, site: Site) => subscriptionsOf(world, site).find(({ runs }) => runs);

/** The succeeded charges of the choice's site, newest first. */
export const chargesOf = (world: World, choice: Choice): TrueCharge[] =>
  subscriptionsOf(world, siteOf(world, choice)).flatMap(({ invoices }) => invoices.flatMap(({ charges }) => charges));

export const attempt = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    // Stripe refuses what is not possible at this moment.
    if (!(error instanceof StripeError)) throw error;
  }
};
