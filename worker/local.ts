import { createLocalApp } from "./dev/app.ts";
import type { LocalBindings } from "./dev/bindings.ts";
import { localPorts } from "./dev/ports.ts";
import type { Ports } from "./ports.ts";

// Entry point of local runs: `npm start`, `npm run dev` and the browser tests.
let ports: Ports | undefined;
const app = createLocalApp(async (env) => (ports ??= await localPorts(env)));

export default { fetch: app.fetch } satisfies ExportedHandler<LocalBindings>;
