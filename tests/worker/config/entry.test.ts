import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Stripe } from "stripe";
import { expect, test, vi } from "vitest";
import type { Bindings } from "#worker/env.ts";
import worker from "#worker/index.ts";
import { assets, DEPLOYED } from "../support/app.ts";

const bindings: Bindings = {
  ...env,
  ...DEPLOYED,
  ASSETS: assets,
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_test",
};

async function ask(path: string, settings: Partial<Bindings> = {}, init: RequestInit = {}): Promise<number> {
  const context = createExecutionContext();
  const request = new Request(new URL(path, DEPLOYED.SITE_URL), init);
  const response = await worker.fetch(request, { ...bindings, ...settings }, context);
  await response.text();
  await waitOnExecutionContext(context);
  return response.status;
}

test("the outside services are made once for all requests", async () => {
  const opened = vi.spyOn(Stripe, "createFetchHttpClient");
  expect(await ask("/price")).toBe(200);
  // Stripe's code is loaded by the first call that needs it.
  expect(opened).not.toHaveBeenCalled();
  const unsigned = () => ask("/api/stripe/webhook/", {}, { method: "POST", body: "{}" });
  expect([await unsigned(), await unsigned()]).toEqual([400, 400]);
  expect(opened).toHaveBeenCalledOnce();
});

test("the deployed Worker has nothing at /dev, even if LOCAL is set", async () => {
  for (const path of ["/dev/mail", "/dev/stripe/stripe.js", "/dev/google/keys", "/dev/cron", "/dev/internet"]) {
    expect(await ask(path, { LOCAL: "1" }), path).toBe(404);
  }
});

test("the deployed Worker consumes the queue of images, and accepts messages about deleted sites", async () => {
  const messages = [{ id: "one", timestamp: new Date(), attempts: 1, body: 99 }];
  const batch = createMessageBatch("directory-image-fetches", messages);
  const context = createExecutionContext();
  await worker.queue(batch, bindings);
  expect(await getQueueResult(batch, context)).toMatchObject({ explicitAcks: ["one"], retryMessages: [] });
});
