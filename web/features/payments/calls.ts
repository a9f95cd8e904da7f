import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { send } from "../../api.ts";

export const cancelSubscription = (siteId: number) =>
  send("POST", "payments/cancel/", { body: { site_id: siteId }, fallbackError: PAYMENT_MESSAGES.notCancelled });

export const resumeSubscription = (siteId: number) => send("POST", "payments/resume/", { body: { site_id: siteId } });
