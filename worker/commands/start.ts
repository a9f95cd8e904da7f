import { existsSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { migrate, openStore, ROOT } from "./bindings.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, loadDemo } from "./demo/load.ts";
import { serve } from "./serve.ts";

// npm start: builds the site, makes the local database, loads demo content into an empty one and serves it.
const port = Number(process.env["PORT"] ?? 8787);

if (process.env["BUILD"] !== "0" || !existsSync(path.join(ROOT, "dist"))) {
  console.info("Building …");
  await build({ configFile: path.join(ROOT, "web/vite.config.ts"), logLevel: "warn" });
}

console.info("Preparing the local database …");
migrate();
const store = await openStore();
if (process.env["DEMO"] !== "0") await loadDemo(store, Date.now());
await store.close();

const server = await serve({ port });
console.info(`
  The directory      ${server.url}
  Mail it sends      ${server.url}dev/mail
  Demo accounts      ${DEMO_ACCOUNTS.join(", ")} (password ${DEMO_PASSWORD})

  Ctrl+C stops it; the data stay in ${path.relative(process.cwd(), server.stateDir) || server.stateDir}.
`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void server.stop().then(() => process.exit(0)));
}
