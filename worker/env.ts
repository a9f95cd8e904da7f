import type { DirectoryConfig } from "#schema/pages/pages.ts";
import type { Db } from "./db/connection.ts";
import type { SignedInUser } from "./signed-in.ts";
import type { Ports } from "./ports.ts";

export type Bindings = Env & {
  SECRET_KEY: string;
  GOOGLE_CLIENT_SECRET?: string;
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  /** For GitHub's API, which answers few requests without one. It needs no scopes. */
  GITHUB_TOKEN?: string;
  /** A project at Sentry, which gets the errors of the log. */
  SENTRY_DSN?: string;
  /** With it, `/api/health/` also writes. */
  HEALTH_TOKEN?: string;
  /** Read it with `isLocal` only. */
  LOCAL?: string;
};

/** True in local runs (`npm start`, `npm run dev`, tests). They may use http and the placeholders of wrangler.toml. */
export const isLocal = (env: Bindings) => env.LOCAL === "1";

export type AppEnv = {
  Bindings: Bindings;
  Variables: {
    config: DirectoryConfig;
    requestId: string;
    db: Db;
    ports: Ports;
    /** Set by `requireUser` and `requireStaff`. Handlers without one of them must not read it. */
    user: SignedInUser;
    /** The query parameters that a public response depends on. Set by `publicCache`. */
    parameters: readonly string[] | undefined;
    /** Sources of the policy of the document that the response is. Undefined for other responses. */
    inlineScripts: string[] | undefined;
  };
};
