import type { Context } from "hono";
import type { AppEnv } from "../../env.ts";
import { remoteImageSigner } from "./remote-images.ts";

/** Signs URLs of remote images for previews and for the editor. Signatures last 60 to 70 minutes. */
export const previewSigner = (c: Context<AppEnv>) =>
  remoteImageSigner({ secretKey: c.env.SECRET_KEY, now: c.var.ports.now(), shownIn: "preview" });
