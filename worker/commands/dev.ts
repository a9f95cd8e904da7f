import path from "node:path";
import { createServer } from "vite";
import { ROOT } from "./bindings.ts";
import { readPort, requireFreePort } from "./port.ts";
import { prepareLocalData } from "./prepare.ts";
import { exitOnFailure } from "./failure-messages.ts";
import { requireStateFolder } from "./state-folder.ts";

// npm run dev: serves the site with hot reload. It uses the same local data as npm start.
exitOnFailure();
const port = readPort(5173);
await requireFreePort(port, "npm run dev");
requireStateFolder("npm run dev");
await prepareLocalData();
const server = await createServer({ configFile: path.join(ROOT, "vite.config.ts"), server: { port } });
await server.listen();
server.printUrls();
