import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import { type CspVariant, cspVariantFor } from "#schema/pages/csp-variant.ts";
import type { AppEnv } from "../env.ts";
import { googleSettings } from "../config/settings.ts";
import { EMBED_ORIGINS } from "#schema/articles/embeds.ts";

type Options = NonNullable<Parameters<typeof secureHeaders>[0]>;

const OPTIONS = {
  xFrameOptions: "DENY",
  referrerPolicy: "strict-origin-when-cross-origin",
  crossOriginResourcePolicy: "same-origin",
  permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
  // Without subdomains: others of the owner's domain may not have https.
  strictTransportSecurity: "max-age=31536000",
} satisfies Options;

/** This origin, other origins, and the document's own scripts, by their hashes. */
const scripts = (...origins: string[]) => [
  (c: Context<AppEnv>) => ["'self'", ...origins, ...(c.get("inlineScripts") ?? [])].join(" "),
];

const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: scripts(),
  styleSrc: ["'self'"],
  imgSrc: ["'self'", "data:"],
  objectSrc: ["'none'"],
  frameSrc: [...EMBED_ORIGINS],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
} satisfies Options["contentSecurityPolicy"];

// https://docs.stripe.com/security/guide#content-security-policy
const STRIPE_ORIGINS = ["https://js.stripe.com", "https://*.js.stripe.com"];

const GOOGLE = "https://accounts.google.com/gsi/";

/**
 * Trusted Types: no text becomes markup or a script. Not possible with the editor's tools, Stripe's and Google's
 * scripts.
 */
const TRUSTED_TYPES = {
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ["'none'"],
} satisfies Options["contentSecurityPolicy"];

/** One policy per variant. schema/pages/csp-variant.ts chooses it by URL. */
const POLICIES = {
  strict: secureHeaders({ ...OPTIONS, contentSecurityPolicy: { ...CONTENT_SECURITY_POLICY, ...TRUSTED_TYPES } }),
  // Each of the editor's tools adds a <style> to the page.
  editor: secureHeaders({
    ...OPTIONS,
    contentSecurityPolicy: {
      ...CONTENT_SECURITY_POLICY,
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: [...CONTENT_SECURITY_POLICY.imgSrc, "blob:"],
    },
  }),
  payment: secureHeaders({
    ...OPTIONS,
    // Link asks in a popup, which sends its result to this window. Stripe's guide does not name this header.
    crossOriginOpenerPolicy: "same-origin-allow-popups",
    contentSecurityPolicy: {
      ...CONTENT_SECURITY_POLICY,
      scriptSrc: scripts(...STRIPE_ORIGINS),
      frameSrc: [...STRIPE_ORIGINS, "https://hooks.stripe.com"],
      connectSrc: ["'self'", "https://api.stripe.com"],
    },
  }),
  // https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid#content_security_policy
  google: secureHeaders({
    ...OPTIONS,
    // Browsers without FedCM show Google's prompt in a popup that sends its result to this window.
    crossOriginOpenerPolicy: "same-origin-allow-popups",
    contentSecurityPolicy: {
      ...CONTENT_SECURITY_POLICY,
      scriptSrc: scripts(`${GOOGLE}client`),
      styleSrc: ["'self'", `${GOOGLE}style`],
      connectSrc: ["'self'", GOOGLE],
      // After signing in, the visitor continues in this document to pages with videos.
      frameSrc: [...EMBED_ORIGINS, GOOGLE],
    },
  }),
} satisfies Record<CspVariant, MiddlewareHandler>;

/** A route can set these two itself. */
const OF_ROUTES = ["Content-Security-Policy", "Cross-Origin-Resource-Policy"];

export const securityHeaders = createMiddleware<AppEnv>(async function securityHeaders(c, next) {
  await next();
  const own = OF_ROUTES.map((name) => [name, c.res.headers.get(name)] as const);
  const policy = cspVariantFor(c.req.path, { hasGoogle: googleSettings(c.env) !== undefined });
  // After the route, which knows the inline parts.
  await POLICIES[policy](c, async () => {});
  for (const [name, value] of own) if (value) c.res.headers.set(name, value);
});
