import type { SiteConfig } from "#schema/pages.ts";
import type { Db } from "./http/database.ts";
import type { Ports } from "./ports.ts";

/**
 * Bindings and variables of wrangler.toml. `SECRET_KEY` is a secret of the deployment. `LOCAL` is set by `npm start`, `npm run dev` and the tests only: it opens
 * `/dev/*` and the stand-ins for what lies outside.
 */
export type Bindings = Env & { SECRET_KEY: string; LOCAL?: string };

export type AppEnv = {
  Bindings: Bindings;
  Variables: { config: SiteConfig; db: Db; ports: Ports };
};
