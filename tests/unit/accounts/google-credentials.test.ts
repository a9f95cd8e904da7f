import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { beforeEach, expect, test, vi } from "vitest";
import { googleLogin } from "#worker/adapters/google.ts";
import type { Bindings } from "#worker/env.ts";

const HOUR_MS = 3_600_000;
let now = Date.UTC(2026, 10, 20, 12);

async function newSigner(kid = crypto.randomUUID() as string) {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), alg: "RS256", kid, use: "sig" };
  const sign = (payload: JWTPayload) => new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid }).sign(privateKey);
  return { jwk, sign };
}
const [first, second] = [await newSigner(), await newSigner()];

const SETTINGS = {
  GOOGLE_CLIENT_ID: "our-id",
  GOOGLE_CLIENT_SECRET: "secret",
  SITE_URL: "https://directory.example.com/",
} as Bindings;
const { identify } = googleLogin(SETTINGS, () => now)!;

const claims = () => ({
  iss: "https://accounts.google.com",
  aud: "our-id",
  sub: "42",
  email: "Anna@Example.com",
  email_verified: true as unknown,
  hd: "example.com" as unknown,
  given_name: "Anna",
  family_name: "Lind",
  nonce: "n",
  iat: now / 1000,
  exp: now / 1000 + 300,
});
type Claims = ReturnType<typeof claims>;

const publish = (key: object, maxAge = 300) =>
  vi
    .mocked(globalThis.fetch)
    .mockImplementation(async () =>
      Response.json({ keys: [key] }, { headers: { "Cache-Control": `max-age=${maxAge}` } }),
    );

beforeEach(() => {
  // The keys of the previous test are no longer cached.
  now += 3 * HOUR_MS;
  vi.spyOn(globalThis, "fetch");
  publish(first.jwk);
});

test("a credential identifies a person", async () => {
  expect(await identify(await first.sign(claims()), "n")).toEqual({
    sub: "42",
    email: "anna@example.com",
    isAuthoritative: true,
    firstName: "Anna",
    lastName: "Lind",
  });
});

test.each<[string, (good: Claims) => object]>([
  ["another audience", (good) => ({ ...good, aud: "their-id" })],
  ["another issuer", (good) => ({ ...good, iss: "https://accounts.google.com.evil.example" })],
  ["a time that has passed", (good) => ({ ...good, exp: good.iat - 1 })],
  ["no end", ({ exp: _, ...good }) => good],
  ["an address that is not verified", (good) => ({ ...good, email_verified: false })],
  ["a word in place of a truth value", (good) => ({ ...good, email_verified: "false" })],
  ["no address", ({ email: _, ...good }) => good],
  ["no subject", ({ sub: _, ...good }) => good],
  ["another nonce", (good) => ({ ...good, nonce: "another" })],
])("a credential with %s is refused", async (_, change) => {
  expect(await identify(await first.sign(change(claims()) as JWTPayload), "n")).toBeUndefined();
});

test("a forged or unsigned credential is refused", async () => {
  const impostor = await newSigner(first.jwk.kid);
  expect(await identify(await impostor.sign(claims()), "n")).toBeUndefined();
  expect(await identify("not a token", "n")).toBeUndefined();
  const part = (content: object) => btoa(JSON.stringify(content)).replace(/=+$/, "");
  expect(await identify(`${part({ alg: "none" })}.${part(claims())}.`, "n")).toBeUndefined();
});

test.each([
  [{ email: "Anna@Gmail.com", hd: undefined }, true],
  [{ email: "anna@googlemail.com", hd: undefined }, true],
  [{ email: "anna@example.com", hd: "example.com" }, true],
  [{ email: "anna@example.com", hd: undefined }, false],
  [{ email: "anna@example.com", hd: "" }, false],
  [{ email: "anna@example.com", hd: true }, false],
  [{ email: "anna@gmail.com.example", hd: undefined }, false],
  [{ email: "anna@notgmail.com", hd: undefined }, false],
])("for an identity with %j, Google is authoritative for the email address: %s", async (said, isAuthoritative) => {
  const credential = await first.sign({ ...claims(), ...said } as JWTPayload);
  expect(await identify(credential, "n")).toMatchObject({ isAuthoritative });
});

test("Google's keys are cached for the given time, and fetched again for an unknown key", async () => {
  const isKnown = async ({ sign }: typeof first) => (await identify(await sign(claims()), "n")) !== undefined;
  publish(first.jwk, 3600);
  expect([await isKnown(first), await isKnown(first)]).toEqual([true, true]);
  expect(globalThis.fetch).toHaveBeenCalledTimes(1);

  publish(second.jwk, 3600);
  expect(await isKnown(second)).toBe(false);
  now += 60_000;
  expect(await isKnown(second)).toBe(true);
  expect(globalThis.fetch).toHaveBeenCalledTimes(2);
  now += HOUR_MS;
  expect(await isKnown(second)).toBe(true);
  expect(globalThis.fetch).toHaveBeenCalledTimes(3);
});

test("keys that cannot be fetched are an error of Google, not of the credential", async () => {
  vi.mocked(globalThis.fetch).mockResolvedValue(new Response(null, { status: 500 }));
  await expect(identify(await first.sign(claims()), "n")).rejects.toThrow("status 500");
});
