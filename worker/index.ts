import { internetPorts } from "./adapters/internet.ts";
import { createApp } from "./app.ts";
import type { Bindings } from "./env.ts";
import { runSchedule } from "./jobs/schedule.ts";
import { inLogScope, logError } from "./log.ts";
import type { Ports } from "./ports.ts";
import { consume } from "./queues.ts";

let ports: Ports | undefined;
/** Made once per isolate: its bindings never change. */
const portsOf = (env: Bindings) => (ports ??= internetPorts(env));

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
