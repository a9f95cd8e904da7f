import type { Context } from "hono";
import type { AppEnv } from "../../env.ts";
import { remoteImageSigner } from "./remote-images.ts";

/** Returns a function that signs URLs of remote images for previews and for the editor. Signatures last one hour. */
export const previewSigner = (c: Context<AppEnv>) =>
  remoteImageSigner({ secretKey: c.env.SECRET_KEY, now: c.var.ports.now(), shownIn: "preview" });
