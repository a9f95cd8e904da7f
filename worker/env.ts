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
  /** Read it with `isLocal` only. */
  LOCAL?: string;
};

/**
 * Returns true in local runs (`npm start`, `npm run dev`, tests), which set `LOCAL` to "1". They may use http and the
 * placeholders of wrangler.toml. Any other value, also "0" or "false", means a deployment.
 */
export const isLocal = (env: Bindings) => env.LOCAL === "1";

export type AppEnv = {
  Bindings: Bindings;
  Variables: {
    config: DirectoryConfig;
    /** Names the request in its response and in the log. */
    requestId: string;
    db: Db;
    ports: Ports;
    /** Set by `requireUser` and `requireStaff`. Handlers without one of them must not read it. */
    user: SignedIn;
  };
};
