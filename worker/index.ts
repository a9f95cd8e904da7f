import { internetPorts } from "./adapters/internet.ts";
import { createApp } from "./app.ts";
import type { Bindings } from "./env.ts";
import { runSchedule } from "./jobs/schedule.ts";
import { inLogScope, logError } from "./log.ts";

const app = createApp(internetPorts);

export default {
  fetch: app.fetch,
  scheduled: (_controller, env) =>
    inLogScope({ run: crypto.randomUUID() }, async () => {
      try {
        await runSchedule(env, await internetPorts(env));
      } catch (error) {
        logError(error);
        throw error;
      }
    }),
} satisfies ExportedHandler<Bindings>;
