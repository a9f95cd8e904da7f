import { createLocalApp } from "./dev/app.ts";
import type { LocalBindings } from "./dev/bindings.ts";
import { localPorts } from "./dev/ports.ts";
import type { Ports } from "./ports.ts";
import { consume } from "./queues.ts";

// Entry point of local runs: `npm start`, `npm run dev` and the browser tests.
let ports: Ports | undefined;
const portsOf = async (env: LocalBindings) => (ports ??= await localPorts(env));
const app = createLocalApp(portsOf);

export default {
  fetch: app.fetch,
  queue: async (batch, env) => consume(batch, env, await portsOf(env)),
} satisfies ExportedHandler<LocalBindings>;
