import { migrate } from "./bindings.ts";
import { exitOnFailure } from "./failure-messages.ts";
import { requireStateFolder } from "./state-folder.ts";

// npm run migrate: applies the missing migrations to the local database. `npm run deploy` applies them to a deployed one.
exitOnFailure();
requireStateFolder("npm run migrate");
migrate();
