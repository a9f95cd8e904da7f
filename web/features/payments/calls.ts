import { PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import { send } from "../../data/api.ts";

export const cancelSubscription = (siteId: number) =>
  send("POST", "payments/cancel/", { body: { site_id: siteId }, fallbackError: PAYMENT_MESSAGES.notCancelled });

export const resumeSubscription = (siteId: number) => send("POST", "payments/resume/", { body: { site_id: siteId } });
