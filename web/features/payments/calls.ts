import { type BillingDetails, PAYMENT_MESSAGES, type PlanResponse } from "#schema/payments.ts";
import type { Plan } from "#schema/pricing.ts";
import { send } from "../../api.ts";

type Answer = { message: string };

export const cancelSubscription = (siteId: number) =>
  send<Answer>("POST", "payments/cancel/", { body: { site_id: siteId }, fallbackError: PAYMENT_MESSAGES.notCancelled });

export const resumeSubscription = (siteId: number) =>
  send<Answer>("POST", "payments/resume/", { body: { site_id: siteId } });

export const changePlan = ({ siteId, plan }: { siteId: number; plan: Plan }) =>
  send<PlanResponse>("POST", "payments/plan/", { body: { site_id: siteId, plan } });

export const saveBilling = (details: BillingDetails) =>
  send<BillingDetails>("PUT", "payments/billing/", { body: details });
