import type { SiteConfig } from "#schema/pages.ts";
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
  /** `npm run dev`: Vite puts scripts and styles into the page. */
  HOT_RELOAD?: string;
  /** Locally: log-in with Google goes to the stand-in at /dev/google. */
  GOOGLE_STAND_IN?: string;
};

/**
 * Whether this is a run of `npm start`, `npm run dev` or the tests, which alone set `LOCAL`, to "1": it opens `/dev/*` and
 * the stand-ins for what lies outside. Any other value, "0" and "false" too, is a deployed build.
 */
export const isLocal = (env: Bindings) => env.LOCAL === "1";

export type AppEnv = {
  Bindings: Bindings;
  Variables: {
    config: SiteConfig;
    /** What the answer and every line in the log name this request by. */
    requestId: string;
    db: Db;
    ports: Ports;
    /** Set by requireUser and requireStaff; nothing behind neither may read it. */
    user: SignedIn;
  };
};
