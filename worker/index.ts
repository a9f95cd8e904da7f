import { env as bindings, waitUntil } from "cloudflare:workers";
import { internetPorts } from "./adapters/internet.ts";
import { sendToSentry } from "./adapters/sentry.ts";
import { createApp } from "./app.ts";
import type { Bindings } from "./env.ts";
import { runSchedule } from "./jobs/schedule.ts";
import { inLogScope, logError, reportErrors } from "./log.ts";
import type { Ports } from "./ports.ts";
import { consume } from "./jobs/queues.ts";

let ports: Ports | undefined;
/** Made once per isolate: its bindings never change. */
const portsOf = (env: Bindings) => (ports ??= internetPorts(env));

const { SENTRY_DSN: dsn } = bindings as Bindings;
// Not logError, which would report the failure to Sentry.
if (dsn) reportErrors((line) => waitUntil(sendToSentry(dsn, line).catch(console.error)));

const app = createApp(portsOf);

export default {
  fetch: app.fetch,
  scheduled: (_controller, env) =>
    inLogScope({ run: crypto.randomUUID() }, async () => {
      try {
        await runSchedule(env, portsOf(env));
      } catch (error) {
        logError(error);
        throw error;
      }
    }),
  queue: (batch, env) => consume(batch, env, portsOf(env)),
} satisfies ExportedHandler<Bindings>;
