import { internetPorts } from "./adapters/internet.ts";
import { createApp } from "./app.ts";
import type { Bindings } from "./env.ts";
import { runSchedule } from "./jobs/schedule.ts";

const app = createApp(internetPorts);

export default {
  fetch: app.fetch,
  scheduled: async (_controller, env) => runSchedule(env, await internetPorts(env)),
} satisfies ExportedHandler<Bindings>;
