import { migrate, openStore } from "./bindings.ts";
import { sentenceOf } from "./sentences.ts";
import { carryOut, readOrder } from "./staff-order.ts";
import { requireWhole, takeState } from "./state-folder.ts";

// npm run staff: who may do what staff do. People sign up first, then they are added by their address.
try {
  const order = readOrder(process.argv.slice(2));
  // The deployed database is migrated by `npm run deploy` and `npm run migrate` alone, one in use by who uses it.
  if (!order.remote) {
    const isFree = takeState("npm run staff");
    requireWhole();
    if (isFree) migrate();
  }
  const store = await openStore({ remote: order.remote });
  try {
    console.info(await carryOut(store.db, order));
  } finally {
    await store.close();
  }
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}
