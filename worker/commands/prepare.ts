import { migrate, openStore } from "./bindings.ts";
import { loadDemo } from "./demo/load.ts";

/** Creates or migrates the local database. An empty database gets the demo content, unless `DEMO=0`. */
export async function prepareLocalData(): Promise<void> {
  // This throws if a restore is unfinished: triggers are then missing, so a migration would fail.
  await (await openStore()).close();
  migrate();
  if (process.env["DEMO"] === "0") return;
  const store = await openStore();
  await loadDemo(store, Date.now());
  await store.close();
}
