import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { googleCallbackPath } from "#schema/pages/paths.ts";
import type { AppEnv } from "../../env.ts";
import { GOOGLE_STAND_IN_KEYS, hasGoogleStandIn } from "../bindings.ts";
import { GOOGLE_CLIENT } from "./client.ts";
import { page } from "../page.ts";
import { hmac, isEqual, randomToken, sha256 } from "../../http/signing.ts";

/** What the user agreed to. Google keeps it until the code is exchanged; here the signed code itself contains it. */
type Grant = { email: string; name: string; hd: string; isVerified: boolean; nonce: string; challenge: string };

const KEY = "dev:google-key";
const LIFETIME_SECONDS = 300;

/** Its signing key is stored in the local KV. Its routes answer 404 unless GOOGLE_STAND_IN is set. */
export const googleStandIn = new Hono<AppEnv>()
  .use(async (c, next) => {
    if (!hasGoogleStandIn(c.env)) return c.notFound();
    return next();
  })

  .get("/authorize", (c) => {
    const { state = "", nonce = "", code_challenge: challenge = "" } = c.req.query();
    return c.html(consentPage({ state, nonce, challenge }));
  })

  .get("/approve", (c) => {
    const { state = "", nonce = "", challenge = "", email = "", name = "", hd = "", unverified, deny } = c.req.query();
    const back = new URL(googleCallbackPath, c.env.SITE_URL);
    back.searchParams.set("state", state);
    if (deny !== undefined) back.searchParams.set("error", "access_denied");
    else {
      const grant: Grant = { email, name, hd, isVerified: unverified === undefined, nonce, challenge };
      const text = Buffer.from(JSON.stringify(grant)).toString("base64url");
      back.searchParams.set("code", `${text}.${sign(c, text)}`);
    }
    return c.redirect(back.href);
  })

  .post("/token", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const [text = "", signature = ""] = (form.get("code") ?? "").split(".");
    if (!isEqual(signature, sign(c, text))) return c.json({ error: "invalid_grant" }, 400);
    const grant = JSON.parse(Buffer.from(text, "base64url").toString()) as Grant;
    const verifier = form.get("code_verifier") ?? "";
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    if (!isEqual(challenge, grant.challenge)) return c.json({ error: "invalid_grant" }, 400);
    return c.json({ token_type: "Bearer", access_token: "unused", id_token: await credential(c, grant) });
  })

  .get("/client.js", (c) => c.body(GOOGLE_CLIENT, 200, { "Content-Type": "text/javascript; charset=utf-8" }))

  .get("/credential", async (c) => {
    const { email = "", name = "", hd = "", nonce = "" } = c.req.query();
    return c.text(await credential(c, { email, name, hd, isVerified: true, nonce }));
  })

  .get("/keys", async (c) => {
    const { kty, n, e, alg, kid } = await keyOf(c);
    c.header("Cache-Control", `public, max-age=${LIFETIME_SECONDS}`);
    return c.json({ keys: [{ kty, n, e, alg, kid, use: "sig" }] });
  });

const sign = (c: Context<AppEnv>, text: string) => hmac(c.env.SECRET_KEY, `dev-google:${text}`);

async function credential(
  c: Context<AppEnv>,
  { email, name, hd, isVerified, nonce }: Omit<Grant, "challenge">,
): Promise<string> {
  const jwk = await keyOf(c);
  const [givenName = "", ...familyNames] = name.split(" ");
  const seconds = Math.floor(c.var.ports.now() / 1000);
  return new SignJWT({
    email,
    email_verified: isVerified,
    ...(hd && { hd }),
    nonce,
    given_name: givenName,
    family_name: familyNames.join(" "),
  })
    .setProtectedHeader({ alg: "RS256", kid: jwk.kid! })
    .setIssuer("https://accounts.google.com")
    .setAudience(GOOGLE_STAND_IN_KEYS.clientId)
    .setSubject(sha256(email.toLowerCase()).slice(0, 21))
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + LIFETIME_SECONDS)
    .sign(await importJWK(jwk, "RS256"));
}

async function keyOf(c: Context<AppEnv>): Promise<JWK> {
  const kept = await c.env.SESSIONS.get<JWK>(KEY, "json");
  if (kept) return kept;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const made = { ...(await exportJWK(privateKey)), alg: "RS256", kid: randomToken() };
  await c.env.SESSIONS.put(KEY, JSON.stringify(made));
  return made;
}

const consentPage = (request: { state: string; nonce: string; challenge: string }) =>
  page(
    "Stand-in for Google",
    html`
      <form action="/dev/google/approve">
        ${Object.entries(request).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <p>
          <label>Email <input name="email" type="email" value="anna@example.com" /></label>
        </p>
        <p>
          <label>Name <input name="name" value="Anna Lind" /></label>
        </p>
        <p>
          <label>Google Workspace domain (optional) <input name="hd" /></label>
        </p>
        <p>
          <label><input name="unverified" type="checkbox" /> Not verified by Google</label>
        </p>
        <button>Continue</button> <button name="deny">Cancel</button>
      </form>
    `,
  );
