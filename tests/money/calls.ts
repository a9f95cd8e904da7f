import { type Act, attempt, type Choice, pick, runningOf, siteOf } from "./choice.ts";
import { type Plan, waitingIntent } from "./truth.ts";
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
  "pm_sepa_success",
  "pm_paypal",
  "pm_sepa_failed",
];

/** One choice of eight is a year. */
const planOf = ({ which }: Choice): Plan => (which % 8 === 7 ? "year" : "month");

/** A third of the payments take the charge day of another site of the owner, if there is one. */
function sameDay(world: World, choice: Choice) {
  const site = pick(world.sites, choice.site)!;
  const other = world.sites.find((one) => one.owner === site.owner && one !== site && runningOf(world, one));
  return choice.which % 3 === 1 && other ? { same_day_as: other.id, plan: "month" as const } : {};
}

/** Sends a call from one tab or from two at the same time. Returns the status of each. */
const pay = async (world: World, site: Site, call: string, { tabs }: Choice, body: object = {}): Promise<number[]> => {
  if (site.owner.isDeleted || site.owner.isSuspended) return [];
  const send = () => world.send(site.owner, "POST", `/api/payments/${call}/`, { site_id: site.id, ...body });
  return Promise.all(Array.from({ length: tabs }, send));
};

/** Of ten payments, four have a code. The last of them can be for a year. */
const codeOf = ({ which }: Choice) => ["", "", "HALF", "", "FREE", "", "LESS", "HALF", "", ""][which % 10]!;

/** Sends a call that chooses the plan of the next charge. Returns whether it was accepted, or null if that is not known. */
async function choosePlan(
  world: World,
  site: Site,
  call: string,
  choice: Choice,
  body: { plan: Plan; [name: string]: unknown },
): Promise<boolean | null> {
  const statuses = await pay(world, site, call, choice, body);
  const isLost = world.isLate || statuses.some((status) => ![200, 400, 409].includes(status));
  if (isLost) site.plan = null;
  else if (statuses.includes(200)) site.plan = { chosen: body.plan, at: world.now };
  return isLost ? null : statuses.includes(200);
}

const ADDRESSES = [
  { country: "AT", tax_id: null },
  { country: "AT", tax_id: { type: "eu_vat", value: "ATU12345678" } },
  { country: "CH", tax_id: null },
];

/** Without an address nobody can pay if there is tax. */
async function saveAddress(world: World, choice: Choice): Promise<void> {
  const { owner } = pick(world.sites, choice.site)!;
  if (!owner.hasAddress) await changeAddress(world, owner, choice.which);
}

async function changeAddress(world: World, owner: Person, which: number): Promise<void> {
  if (owner.isDeleted || owner.isSuspended) return;
  const address = {
    name: "Lind",
    line1: "",
    line2: "",
    city: "",
    postal_code: "",
    state: "",
    ...pick(ADDRESSES, which),
  };
  if ((await world.send(owner, "PUT", "/api/payments/billing/", address)) === 200) owner.hasAddress = true;
}

/** What owners and staff do in the product. */
export const CALLS: Record<string, Act> = {
  subscribe: async (world, choice) => {
    const code = codeOf(choice);
    if (code) await world.promote();
    if (world.hasTax) await saveAddress(world, choice);
    const site = pick(world.sites, choice.site)!;
    site.stoppedSince = null;
    const isBought = await choosePlan(world, site, "subscribe", choice, {
      ...(code && { promotion_code: code }),
      payment_method_id: pick(METHODS, choice.which),
      plan: planOf(choice),
      ...sameDay(world, choice),
    });
    if (isBought !== false) site.code = isBought && code;
  },
  plan: (world, choice) =>
    choosePlan(world, siteOf(world, choice), "plan", choice, { plan: choice.which % 2 === 1 ? "year" : "month" }),
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
  address: (world, choice) => changeAddress(world, siteOf(world, choice).owner, choice.which),
  grant: async (world, choice) => {
    const site = siteOf(world, choice);
    if (site.isDeleted) return;
    const until = choice.which % 4 === 0 ? null : world.now + (choice.which % 50) * DAY;
    const body = { granted_until: until === null ? null : new Date(until).toISOString() };
    if ((await world.send(null, "PATCH", `/api/sites/site/${site.id}/`, body)) !== 200) return;
    const before = site.grantedUntil;
    site.grantedUntil = until;
    const isGift = (until ?? 0) > world.now;
    const end = isGift ? until : before;
    if (isGift ? until !== before : (before ?? 0) > world.now)
      world.grants.push([`${end} ${isGift ? "" : "withdrawn"}`, "grant", 0]);
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
