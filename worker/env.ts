import type { DirectoryConfig } from "#schema/pages.ts";
import type { Db } from "./db/connection.ts";
import type { SignedIn } from "./features/sessions/signed-in.ts";
import type { Ports } from "./ports.ts";

/** Bindings and variables of wrangler.toml. `SECRET_KEY` is a secret of the deployment. */
export type Bindings = Env & {
  SECRET_KEY: string;
  GOOGLE_CLIENT_SECRET?: string;
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  /** Read by `isLocal` alone. */
  LOCAL?: string;
};

/**
 * Whether this is a run of `npm start`, `npm run dev` or the tests, which alone set `LOCAL`, to "1": http and placeholders
 * will do. Any other value, "0" and "false" too, is a deployment.
 */
export const isLocal = (env: Bindings) => env.LOCAL === "1";

export type AppEnv = {
  Bindings: Bindings;
  Variables: {
    config: DirectoryConfig;
    /** What the answer and every line in the log name this request by. */
    requestId: string;
    db: Db;
    ports: Ports;
    /** Set by requireUser and requireStaff; nothing behind neither may read it. */
    user: SignedIn;
  };
};
