import { existsSync } from "node:fs";
import path from "node:path";
import { buildSite } from "./build.ts";
import { ROOT } from "./bindings.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "./demo/load.ts";
import { readPort, requireFreePort } from "./port.ts";
import { prepareLocalData } from "./prepare.ts";
import { filterOutput } from "./runtime-log-filter.ts";
import { exitOnFailure } from "./failure-messages.ts";
import { serve } from "./serve.ts";
import { requireStateFolder, displayedStateFolder } from "./state-folder.ts";

// npm start: builds the site, creates the local database, loads demo content into an empty one and serves the site.
exitOnFailure();
const port = readPort(8787);
await requireFreePort(port, "npm start");
requireStateFolder("npm start");

console.info("Preparing the local database …");
await prepareLocalData();

if (process.env["BUILD"] !== "0" || !existsSync(path.join(ROOT, "dist"))) {
  console.info("Building …");
  await buildSite();
}

await requireFreePort(port, "npm start");
filterOutput();
const server = await serve({ port });
const accounts = `${DEMO_ACCOUNTS.join(", ")} (password ${DEMO_PASSWORD})`;
console.info(`
  The directory      ${server.url}
  Sent mails         ${server.url}dev/mail
  Demo accounts      ${process.env["DEMO"] === "0" ? "none (DEMO=0)" : accounts}

  Press Ctrl+C to stop. The data stays in ${displayedStateFolder()}.
`);

const stop = () => void server.stop().then(() => process.exit(0));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
