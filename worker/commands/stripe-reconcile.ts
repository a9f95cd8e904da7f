import { parseArgs } from "node:util";
import { subscriptions } from "#schema/tables/payments.ts";
import { stripePayments } from "../adapters/stripe.ts";
import { openStandIn, standInFetch } from "../dev/stripe/stand-in-state.ts";
import type { Trouble } from "../features/alerts/mail-operator.ts";
import { reconcile } from "../features/payments/sync/reconcile.ts";
import type { Payments } from "../ports.ts";
import { isLiveKey } from "../config/settings.ts";
import { migrate, openStore, type Store } from "./bindings.ts";
import { providerVariables, STRIPE_KEY_MISSING } from "./local-variables.ts";
import { exitOnFailure } from "./failure-messages.ts";
import { requireStateFolder } from "./state-folder.ts";
import { openDatabase, requireWhere, WHERE } from "./where.ts";

// npm run stripe:reconcile [-- --remote [--env staging]]: rebuilds subscriptions, payments and featured listings from Stripe's data.
exitOnFailure();
const { values } = parseArgs({ options: WHERE });
requireWhere(values);
const { remote } = values;

async function paymentsOf(local: Store | undefined): Promise<Payments | undefined> {
  const { STRIPE_SECRET_KEY: secretKey } = providerVariables();
  if (secretKey) {
    // The listings that people have paid for are not in a local database.
    if (local && isLiveKey(secretKey)) throw new Error("With a live key, add --remote.");
    const settings = { secretKey, publishableKey: "", webhookSecret: "", tax: false };
    return stripePayments(settings);
  }
  if (!local) return undefined;
  const env = { SESSIONS: local.sessions, SITE_URL: "http://localhost:8787" };
  const standIn = await openStandIn(env);
  return standIn.payments({ fetch: standInFetch(env, standIn) });
}

if (!remote) {
  requireStateFolder("npm run stripe:reconcile");
  migrate();
}
const local = remote ? undefined : await openStore();
const store = local ?? (await openDatabase(values));
try {
  const payments = await paymentsOf(local);
  if (payments) {
    const alert = async ({ title, action, facts }: Trouble) => {
      console.error([`${title}.`, ...facts.map((fact) => fact.join(": ")), action].join("\n  "));
      process.exitCode = 1;
    };
    const { count, read } = await reconcile({ db: store.db, payments, now: Date.now(), alert });
    console.info(`Read ${read} of ${count} subscriptions from Stripe.`);
    if (read < count) console.error("Run this command again to retry the others.");
    const stored = count === 0 ? await store.db.$count(subscriptions) : 0;
    if (stored > 0) {
      console.warn(
        `The database has subscriptions (${stored}), but this Stripe account has none. Nothing was changed. ` +
          "Check that STRIPE_SECRET_KEY belongs to the right account, then run this command again.",
      );
    }
    if (read < count || stored > 0) process.exitCode = 1;
  } else {
    console.error(STRIPE_KEY_MISSING);
    process.exitCode = 1;
  }
} finally {
  await store.close();
}
