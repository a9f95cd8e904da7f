import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import type { AppEnv } from "../env.ts";
import { EMBED_ORIGINS } from "../features/documents/embeds.ts";

type Options = NonNullable<Parameters<typeof secureHeaders>[0]>;

const OPTIONS = {
  xFrameOptions: "DENY",
  referrerPolicy: "strict-origin-when-cross-origin",
  crossOriginResourcePolicy: "same-origin",
  permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
  strictTransportSecurity: "max-age=31536000; includeSubDomains",
} satisfies Options;

/** Scripts, styles and pictures come from this origin only; a frame of a video only once the visitor asks for it. */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'self'"],
  imgSrc: ["'self'", "data:"],
  objectSrc: ["'none'"],
  frameSrc: [...EMBED_ORIGINS],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
} satisfies Options["contentSecurityPolicy"];

const strict = secureHeaders({ ...OPTIONS, contentSecurityPolicy: CONTENT_SECURITY_POLICY });
const withoutPolicy = secureHeaders(OPTIONS);

/**
 * A route may set a narrower policy of its own. `npm run dev` goes without one: Vite puts scripts and styles into the
 * page.
 */
export const securityHeaders = createMiddleware<AppEnv>(async function securityHeaders(c, next) {
  let own: string | null = null;
  await (c.env.LOCAL === "vite" ? withoutPolicy : strict)(c, async () => {
    await next();
    own = c.res.headers.get("Content-Security-Policy");
  });
  if (own) c.res.headers.set("Content-Security-Policy", own);
});
