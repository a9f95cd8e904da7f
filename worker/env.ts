import type { SiteConfig } from "#schema/pages.ts";
import type { Db } from "./http/database.ts";
import type { SignedIn } from "./features/accounts/sessions.ts";
import type { Ports } from "./ports.ts";

/**
 * Bindings and variables of wrangler.toml. `SECRET_KEY` is a secret of the deployment. `LOCAL` is set by `npm start`, `npm run dev` and the tests only: it opens
 * `/dev/*` and the stand-ins for what lies outside.
 */
export type Bindings = Env & {
  SECRET_KEY: string;
  GOOGLE_CLIENT_SECRET?: string;
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  LOCAL?: string;
  /** Locally: log-in with Google goes to the stand-in at /dev/google. */
  GOOGLE_STAND_IN?: string;
};

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
