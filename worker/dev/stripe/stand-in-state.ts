import type { Bindings as AppBindings } from "../../env.ts";
import type { State } from "./objects.ts";
import { StripeStandIn } from "./stand-in.ts";

const KEY = "dev:stripe";

type Bindings = Pick<AppBindings, "SESSIONS" | "SITE_URL">;

/** One a run: its state lives here and is written down after each change. */
let opened: StripeStandIn | undefined;

/** The stand-in of a local run, as the last one left it. */
export async function openStandIn(env: Bindings): Promise<StripeStandIn> {
  if (!opened) {
    const state = await env.SESSIONS.get<State>(KEY, "json");
    // Another request may have opened it meanwhile.
    opened ??= new StripeStandIn({ now: () => Date.now(), origin: env.SITE_URL }, state ?? undefined);
  }
  return opened;
}

/** The one that this run has asked for something; undefined where nobody has. */
export const openedStandIn = () => opened;

export const saveStandIn = (env: Bindings, standIn: StripeStandIn): Promise<void> =>
  env.SESSIONS.put(KEY, JSON.stringify(standIn.bank.state));

/** For the SDK: asks the stand-in and writes down what it did. */
export const standInFetch =
  (env: Bindings, standIn: StripeStandIn): typeof fetch =>
  async (input, init) => {
    const response = await standIn.fetch(input as Request, init as RequestInit);
    await saveStandIn(env, standIn);
    return response;
  };
