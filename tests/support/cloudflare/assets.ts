import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Api, ApiError, ok, permit } from "./api.ts";
import type { Account, AssetManifest } from "./account.ts";

// developers.cloudflare.com/workers/static-assets/direct-upload

/** developers.cloudflare.com/workers/platform/limits#static-assets */
const FILES = { free: 20_000, paid: 100_000 };
const FILE_BYTES = 25 * 1024 ** 2;
const BUCKET_FILES = 50;
const SESSION_SECONDS = 3600;

type Session = { account: Account; manifest: AssetManifest };
const sessions = new Map<string, Session>();
const key = randomBytes(32);

export function serveAssets(api: Api): void {
  api.post("/accounts/:account/workers/scripts/:script/assets-upload-session", permit("Workers Scripts"), async (c) => {
    const account = c.get("account");
    const { manifest = {} } = (await c.req.json()) as { manifest?: AssetManifest };
    const files = Object.entries(manifest);
    if (files.length > FILES[account.plan])
      throw new ApiError(400, 10_301, `A version can have at most ${FILES[account.plan]} assets.`);
    const bad = files.find(
      ([name, { hash, size }]) => !name.startsWith("/") || !/^[0-9a-f]{32}$/.test(hash) || size > FILE_BYTES,
    );
    if (bad) throw new ApiError(400, 10_302, `The asset ${bad[0]} is not valid, or larger than 25 MiB.`);
    const id = randomBytes(8).toString("hex");
    sessions.set(id, { account, manifest });
    const missing = missingHashes({ account, manifest });
    const buckets = Array.from({ length: Math.ceil(missing.length / BUCKET_FILES) }, (_, index) =>
      missing.slice(index * BUCKET_FILES, (index + 1) * BUCKET_FILES),
    );
    return ok(c, { jwt: sign(id, missing.length === 0 ? "complete" : "upload"), buckets });
  });

  api.post("/accounts/:account/workers/assets/upload", async (c) => {
    const session = verify(c.req.header("Authorization")?.replace("Bearer ", "") ?? "", "upload");
    if (!session) throw new ApiError(401, 10_303, "The upload session is not valid, or it has expired.");
    const { account, manifest } = session;
    const known = new Set(Object.values(manifest).map(({ hash }) => hash));
    const form = await c.req.formData();
    for (const [hash, file] of form.entries()) {
      if (typeof file === "string" || !known.has(hash))
        throw new ApiError(400, 10_304, `The asset ${hash} is not in the manifest.`);
      const content = Buffer.from(await file.text(), "base64");
      if (!Object.values(manifest).some((entry) => entry.hash === hash && entry.size === content.byteLength))
        throw new ApiError(400, 10_305, `The asset ${hash} has another size than in the manifest.`);
      account.assets.set(hash, { content, contentType: file.type });
    }
    const isComplete = missingHashes(session).length === 0;
    return c.json(
      {
        success: true,
        errors: [],
        messages: [],
        result: isComplete ? { jwt: sign(session.id, "complete") } : {},
      },
      isComplete ? 201 : 202,
    );
  });
}

/** Returns the files of a finished upload, or `undefined` if the token is not of one. */
export function finishedManifest(token: string, account: Account): AssetManifest | undefined {
  const session = verify(token, "complete");
  return session?.account === account ? session.manifest : undefined;
}

const missingHashes = ({ account, manifest }: Session) => [
  ...new Set(
    Object.values(manifest)
      .map(({ hash }) => hash)
      .filter((hash) => !account.assets.has(hash)),
  ),
];

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const signatureOf = (text: string) => createHmac("sha256", key).update(text).digest();

/** wrangler reads `exp` of the token: workers-sdk, deploy-helpers, jwt.ts */
function sign(id: string, use: string): string {
  const text = `${encode({ alg: "HS256" })}.${encode({ id, use, exp: Math.floor(Date.now() / 1000) + SESSION_SECONDS })}`;
  return `${text}.${signatureOf(text).toString("base64url")}`;
}

function verify(token: string, use: string): (Session & { id: string }) | undefined {
  const [head = "", body = "", signature = ""] = token.split(".");
  const given = Buffer.from(signature, "base64url");
  const right = signatureOf(`${head}.${body}`);
  if (given.byteLength !== right.byteLength || !timingSafeEqual(given, right)) return undefined;
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as { id: string; use: string; exp: number };
  const session = sessions.get(claims.id);
  return session && claims.use === use && claims.exp > Date.now() / 1000 ? { ...session, id: claims.id } : undefined;
}
