import type { Context } from "hono";
import type { AppEnv } from "../../env.ts";
import type { Payments } from "../../ports.ts";
import { sendFromOutbox } from "../outbox/send.ts";
import type { SyncParts } from "./sync-subscription.ts";

/** For requests. They send receipts at once, but the response does not wait for the mail service. */
export const syncPartsOf = (
  { var: { db, ports, config }, executionCtx }: Context<AppEnv>,
  payments: Payments,
): SyncParts => ({
  db,
  payments,
  now: ports.now(),
  config,
  onReceipt: (key) => executionCtx.waitUntil(sendFromOutbox({ ports }, key)),
});
