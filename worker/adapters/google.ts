import { CodeChallengeMethod, OAuth2Client, OAuth2RequestError } from "arctic";
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from "jose";
import { googleCallbackPath } from "#schema/pages/paths.ts";
import type { Bindings } from "../env.ts";
import { withDeadline } from "../http/deadline.ts";
import type { Google, GoogleIdentity } from "../ports.ts";
import { googleSettings } from "../config/settings.ts";

/** Google's endpoints, as in https://accounts.google.com/.well-known/openid-configuration. */
const GOOGLE = {
  authorize: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
  keys: "https://www.googleapis.com/oauth2/v3/certs",
};
const ISSUERS = ["https://accounts.google.com", "accounts.google.com"];
const SCOPES = ["openid", "email", "profile"];
const TIMEOUT_MS = 5000;
/** For a token with an unknown key, Google's keys are fetched again if the cached ones are older than this. */
const KEYS_REFETCH_MS = 60_000;

/** Returns undefined if sign-in with Google is not configured. Local runs pass the endpoints of the stand-in. */
export function googleLogin(env: Bindings, now: () => number, endpoints = GOOGLE): Google | undefined {
  const settings = googleSettings(env);
  if (!settings) return undefined;
  const { clientId, clientSecret } = settings;
  const client = new OAuth2Client(clientId, clientSecret, new URL(googleCallbackPath, env.SITE_URL).href);
  return {
    clientId,

    authorizationUrl({ state, codeVerifier, nonce }) {
      const { S256 } = CodeChallengeMethod;
      const url = client.createAuthorizationURLWithPKCE(endpoints.authorize, state, S256, codeVerifier, SCOPES);
      url.searchParams.set("nonce", nonce);
      return url;
    },

    async redeem(code, codeVerifier) {
      try {
        const exchange = client.validateAuthorizationCode(endpoints.token, code, codeVerifier);
        // arctic accepts no AbortSignal.
        const tokens = await withDeadline(exchange, AbortSignal.timeout(TIMEOUT_MS));
        return tokens.idToken();
      } catch (error) {
        if (error instanceof OAuth2RequestError) return undefined;
        throw error;
      }
    },

    async identify(credential, nonce) {
      try {
        const { payload } = await jwtVerify<Claims>(
          credential,
          async (header, token) => {
            const keys = await readKeys(endpoints.keys, now());
            try {
              return await createLocalJWKSet(keys)(header, token);
            } catch (error) {
              if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
              // Google has changed its keys before the cached ones expire.
              return createLocalJWKSet(await readKeys(endpoints.keys, now(), KEYS_REFETCH_MS))(header, token);
            }
          },
          {
            issuer: ISSUERS,
            audience: clientId,
            algorithms: ["RS256"],
            requiredClaims: ["exp", "iat", "sub"],
            currentDate: new Date(now()),
          },
        );
        return payload.nonce === nonce ? toIdentity(payload) : undefined;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

/** Claims that Google may add to a token. Their types are checked before use. */
type Claims = {
  nonce?: unknown;
  email?: unknown;
  email_verified?: unknown;
  hd?: unknown;
  given_name?: unknown;
  family_name?: unknown;
};

const GMAIL = /@(?:gmail|googlemail)\.com$/;

/**
 * Returns undefined if the email address is missing or not verified. `isAuthoritative`: Google hosts the mailbox, at
 * Gmail or in a Workspace (`hd`). Other email addresses were verified at some time in the past:
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
function toIdentity({
  sub,
  email,
  email_verified,
  hd,
  ...names
}: Claims & { sub?: string }): GoogleIdentity | undefined {
  if (!sub || typeof email !== "string" || !email || email_verified !== true) return undefined;
  const { given_name: firstName, family_name: lastName } = names;
  const address = email.toLowerCase();
  const isAuthoritative = GMAIL.test(address) || (typeof hd === "string" && hd !== "");
  return { sub, email: address, isAuthoritative, firstName: asText(firstName), lastName: asText(lastName) };
}

const asText = (claim: unknown) => (typeof claim === "string" ? claim : "");

type CachedKeys = { keys: JSONWebKeySet; fetchedAt: number; expiresAt: number };

/** By URL, shared by all requests of the isolate. */
const keyCache = new Map<string, CachedKeys>();

/** Google's public keys are cached for the time in their Cache-Control, or for `maxAgeMs` if that is shorter. */
async function readKeys(url: string, now: number, maxAgeMs = Infinity): Promise<JSONWebKeySet> {
  const cached = keyCache.get(url);
  if (cached && now < cached.expiresAt && now - cached.fetchedAt < maxAgeMs) return cached.keys;
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`Google's keys: status ${response.status}`);
  const keys: JSONWebKeySet = await response.json();
  const maxAgeSeconds = Number(/max-age=(\d+)/.exec(response.headers.get("Cache-Control") ?? "")?.[1] ?? 0);
  keyCache.set(url, { keys, fetchedAt: now, expiresAt: now + maxAgeSeconds * 1000 });
  return keys;
}
