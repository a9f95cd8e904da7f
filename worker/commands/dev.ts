import path from "node:path";
import { createServer } from "vite";
import { ROOT } from "./bindings.ts";
import { prepareLocalData } from "./prepare.ts";

// npm run dev: the site with hot reload, on the same local data as npm start.
await prepareLocalData().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
const server = await createServer({ configFile: path.join(ROOT, "web/vite.config.ts") });
await server.listen();
server.printUrls();
