import { migrate } from "./bindings.ts";

// npm run migrate [-- --remote]
migrate({ remote: process.argv.includes("--remote") });
