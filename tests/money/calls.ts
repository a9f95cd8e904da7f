import { type Act, attempt, type Choice, pick, siteOf } from "./choice.ts";
import { waitingIntent } from "./truth.ts";
import { type Person, type Site, type World, DAY } from "./world.ts";

/** How an owner may pay. */
const METHODS = [
  "pm_card_visa",
  "pm_card_mastercard",
  "pm_card_authenticationRequired",
  "pm_card_chargeDeclined",
  "pm_card_chargeCustomerFail",
  "pm_card_authenticationRequiredOnSetup",
  "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds",
  "pm_card_visa",
  "pm_link",
  "pm_sepa_debit",
];

/** Sends a call from one tab or from two at the same time. Returns the status of each. */
const pay = async (world: World, site: Site, call: string, { tabs }: Choice, body: object = {}): Promise<number[]> => {
  if (site.owner.isDeleted || site.owner.isSuspended) return [];
  const send = () => world.send(site.owner, "POST", `/api/payments/${call}/`, { site_id: site.id, ...body });
  return Promise.all(Array.from({ length: tabs }, send));
};

/** Of ten payments, three have a code. */
const codeOf = ({ which }: Choice) => ["", "", "HALF", "", "FREE", "", "LESS", "", "", ""][which % 10]!;

/** What owners and staff do in the product. */
export const CALLS: Record<string, Act> = {
  subscribe: async (world, choice) => {
    const code = codeOf(choice);
    if (code) await world.promote();
    const site = pick(world.sites, choice.site)!;
    site.stoppedSince = null;
    await pay(world, site, "subscribe", choice, {
      ...(code && { promotion_code: code }),
      payment_method_id: pick(METHODS, choice.which),
      plan: choice.which % 8 === 7 ? "year" : "month",
      business: true,
      country: "AT",
    });
  },
  confirm: async (world, choice) => {
    for (const { siteId, invoices } of world.truth) {
      const intent = invoices[0] && waitingIntent(world.bank, invoices[0].id);
      const site = world.sites.find(({ id }) => id === siteId)!;
      if (!intent) continue;
      // The bank tells the page first, and Stripe at the same time.
      attempt(() => world.bank.confirm(intent, choice.which % 3 !== 0));
      await pay(world, site, "confirm", choice);
    }
  },
  cancel: async (world, choice) => {
    const site = siteOf(world, choice);
    const statuses = await pay(world, site, "cancel", choice);
    if (statuses.length > 0 && statuses.every((status) => status === 200)) site.stoppedSince = world.now;
  },
  resume: async (world, choice) => {
    const site = siteOf(world, choice);
    site.stoppedSince = null;
    await pay(world, site, "resume", choice);
  },
  card: (world, choice) =>
    pay(world, siteOf(world, choice), "card", choice, { payment_method_id: pick(METHODS, choice.which) }),
  grant: async (world, choice) => {
    const site = siteOf(world, choice);
    if (site.isDeleted) return;
    const until = choice.which % 4 === 0 ? null : world.now + (choice.which % 50) * DAY;
    const body = { granted_until: until === null ? null : new Date(until).toISOString() };
    if ((await world.send(null, "PATCH", `/api/sites/site/${site.id}/`, body)) !== 200) return;
    site.grantedUntil = until;
  },
  hide: async (world, choice) => {
    const site = siteOf(world, choice);
    if (site.isDeleted) return;
    if ((await world.send(null, "PATCH", `/api/sites/site/${site.id}/`, { review: "pending" })) !== 200) return;
    site.isHidden = true;
    world.updateFree();
  },
  show: async (world, choice) => {
    const site = siteOf(world, choice);
    if (site.isDeleted) return;
    if ((await world.send(null, "PATCH", `/api/sites/site/${site.id}/`, { review: "active" })) !== 200) return;
    site.isHidden = false;
    world.updateFree();
  },
  suspend: async (world, choice) => setSuspended(world, siteOf(world, choice).owner, choice.which % 2 === 0),
  deleteSite: async (world, choice) => {
    const site = siteOf(world, choice);
    if (site.isDeleted || site.owner.isDeleted || site.owner.isSuspended) return;
    if ((await world.send(site.owner, "DELETE", `/api/sites/${site.id}/`)) === 204) site.isDeleted = true;
    world.updateFree();
  },
  deleteAccount: async (world, choice) => {
    const { owner } = siteOf(world, choice);
    if (owner.isDeleted || owner.isSuspended) return;
    if ((await world.send(owner, "DELETE", "/api/user/", { password: "correct horse 1" })) !== 200) return;
    owner.isDeleted = true;
    for (const site of world.sites) site.isDeleted ||= site.owner === owner;
    world.updateFree();
  },
};

async function setSuspended(world: World, owner: Person, isSuspended: boolean): Promise<void> {
  if (owner.isDeleted) return;
  const status = await world.send(null, "PATCH", `/api/accounts/user/${owner.id}/`, { is_suspended: isSuspended });
  if (status === 200) owner.isSuspended = isSuspended;
  world.updateFree();
}
