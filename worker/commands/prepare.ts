import { migrate, openStore } from "./bindings.ts";
import { loadDemo } from "./demo/load.ts";

/** Makes the local database, or brings it up to date; an empty one gets the demo content, unless `DEMO=0`. */
export async function prepareLocalData(): Promise<void> {
  migrate();
  if (process.env["DEMO"] === "0") return;
  const store = await openStore();
  await loadDemo(store, Date.now());
  await store.close();
}
