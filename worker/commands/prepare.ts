import { migrate, openStore } from "./bindings.ts";
import { loadDemo } from "./demo/load.ts";

/** Makes the local database, or brings it up to date; an empty one gets the demo content, unless `DEMO=0`. */
export async function prepareLocalData(): Promise<void> {
  // Before it is migrated: a migration would look for triggers that a restore has taken away.
  await (await openStore()).close();
  migrate();
  if (process.env["DEMO"] === "0") return;
  const store = await openStore();
  await loadDemo(store, Date.now());
  await store.close();
}
