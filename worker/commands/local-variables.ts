import { createHash } from "node:crypto";

/**
 * Variables of a local run, over those of wrangler.toml. They are handed to the running Worker and never built into it,
 * so a deployed build knows nothing of `LOCAL`. The key only has to stay the same between starts.
 */
export const localVariables = (origin: string) => ({
  LOCAL: "1",
  SITE_URL: origin,
  SECRET_KEY: createHash("sha256")
    .update(`local key of ${import.meta.dirname}`)
    .digest("hex"),
  // Log-in with Google, at a stand-in of this Worker's own.
  ...(process.env["GOOGLE_STAND_IN"] && { GOOGLE_STAND_IN: "1" }),
});
