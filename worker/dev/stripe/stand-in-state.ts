import { ensurePortal } from "../../adapters/stripe/portal.ts";
import type { Bindings as AppBindings } from "../../env.ts";
import { createCode, createCoupon } from "./api-catalog.ts";
import type { Bank } from "./bank.ts";
import { type State, STATE_VERSION } from "./objects.ts";
import { StripeStandIn } from "./stand-in.ts";

const KEY = "dev:stripe";

type Bindings = Pick<AppBindings, "SESSIONS" | "SITE_URL">;

/** The only stand-in of this process. Its state is saved to KV after each change. */
let opened: StripeStandIn | undefined;

/** Opens the stand-in with the state that the last local run saved, unless that has another version. */
export async function openStandIn(env: Bindings): Promise<StripeStandIn> {
  if (!opened) {
    const saved = await env.SESSIONS.get<State>(KEY, "json");
    const state = saved?.version === STATE_VERSION ? saved : undefined;
    const standIn = new StripeStandIn({ now: () => Date.now(), origin: env.SITE_URL }, state);
    if (!state) {
      createSampleCodes(standIn.bank);
      await ensurePortal(standIn.payments().stripe);
    }
    // Another request may have opened one in the meantime.
    opened ??= standIn;
  }
  return opened;
}

/** Codes to try. The product refuses QUARTER, because it is for calendar months. */
const SAMPLE_CODES = {
  HALF: { percent_off: "50", duration: "forever" },
  FREE: { percent_off: "100", duration: "once" },
  QUARTER: { percent_off: "25", duration: "repeating", duration_in_months: "3" },
};

function createSampleCodes(bank: Bank): void {
  for (const [code, terms] of Object.entries(SAMPLE_CODES)) {
    createCode(bank, { code, promotion: { type: "coupon", coupon: createCoupon(bank, terms).id } });
  }
}

/** How far the stand-in has moved the clock of the Worker. Other processes can read it. */
export const savedAheadMs = async (env: Bindings): Promise<number> =>
  (await env.SESSIONS.get<State>(KEY, "json"))?.aheadMs ?? 0;

export const openedStandIn = () => opened;

export const saveStandIn = (env: Bindings, standIn: StripeStandIn): Promise<void> =>
  env.SESSIONS.put(KEY, JSON.stringify(standIn.bank.state));

export const standInFetch =
  (env: Bindings, standIn: StripeStandIn): typeof fetch =>
  async (input, init) => {
    const response = await standIn.fetch(input as Request, init as RequestInit);
    await saveStandIn(env, standIn);
    return response;
  };
