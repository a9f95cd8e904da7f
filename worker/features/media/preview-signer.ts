import type { Context } from "hono";
import type { AppEnv } from "../../env.ts";
import { remoteImageSigner } from "./remote-images.ts";

/** Addresses of pictures from elsewhere for somebody who is writing. */
export const previewSigner = (c: Context<AppEnv>) =>
  remoteImageSigner({ secretKey: c.env.SECRET_KEY, now: c.var.ports.now(), shownIn: "preview" });
