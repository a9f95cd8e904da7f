import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { send } from "../../api.ts";

type Answer = { message: string };

export const cancelSubscription = (siteId: number) =>
  send<Answer>("POST", "payments/cancel/", { body: { site_id: siteId }, fallbackError: PAYMENT_MESSAGES.notCancelled });

export const resumeSubscription = (siteId: number) =>
  send<Answer>("POST", "payments/resume/", { body: { site_id: siteId } });
