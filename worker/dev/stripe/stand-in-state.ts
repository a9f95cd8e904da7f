import type { Bindings as AppBindings } from "../../env.ts";
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
    // Another request may have opened the stand-in during the await.
    opened ??= new StripeStandIn({ now: () => Date.now(), origin: env.SITE_URL }, state);
  }
  return opened;
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
