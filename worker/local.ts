import { createLocalApp } from "./dev/app.ts";
import type { LocalBindings } from "./dev/bindings.ts";
import { localPorts } from "./dev/ports.ts";
import { noteDelivered } from "./dev/mail-under-way.ts";
import type { Ports } from "./ports.ts";
import { consume } from "./jobs/queues.ts";

// Entry point of local runs: `npm start`, `npm run dev` and the browser tests.
let ports: Ports | undefined;
const portsOf = async (env: LocalBindings) => (ports ??= await localPorts(env));
const app = createLocalApp(portsOf);

export default {
  fetch: app.fetch,
  async queue(batch, env) {
    try {
      await consume(batch, env, await portsOf(env));
    } finally {
      if (!batch.queue.endsWith("-image-fetches")) noteDelivered(batch.messages.length);
    }
  },
} satisfies ExportedHandler<LocalBindings>;
