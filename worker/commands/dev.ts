import path from "node:path";
import { createServer } from "vite";
import { ROOT } from "./bindings.ts";
import { portOf, requireFreePort } from "./port.ts";
import { prepareLocalData } from "./prepare.ts";
import { sayFailures } from "./sentences.ts";
import { requireState } from "./state-folder.ts";

// npm run dev: the site with hot reload, on the same local data as npm start.
sayFailures();
const port = portOf(5173);
await requireFreePort(port, "npm run dev");
requireState("npm run dev");
await prepareLocalData();
const server = await createServer({ configFile: path.join(ROOT, "web/vite.config.ts"), server: { port } });
await server.listen();
server.printUrls();
