import { migrate, openStore } from "./bindings.ts";
import { loadDemo } from "./demo/load.ts";

/** Creates or migrates the local database. An empty database gets the demo content, unless `DEMO=0`. */
export async function prepareLocalData(): Promise<void> {
  // This throws if a restore is unfinished. Its triggers are missing then, so a migration would fail.
  await (await openStore()).close();
  migrate();
  if (process.env["DEMO"] === "0") return;
  const store = await openStore();
  await loadDemo(store, Date.now());
  await store.close();
}
