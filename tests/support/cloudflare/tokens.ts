import { type Api, ApiError, ok, page, permit } from "./api.ts";
import { newId } from "./account.ts";

/** `permissions` as `"D1:Edit"` (developers.cloudflare.com/fundamentals/api/reference/permissions). Without it: all. */
export type Token = { value: string; permissions?: string[]; accounts?: string[]; kind?: "user" | "account" };

/** The times of the calls of the last five minutes. */
const recent = new WeakMap<Token, number[]>();

export function serveTokens(api: Api): void {
  api.use("*", async (c, next) => {
    const authorization = c.req.header("Authorization") ?? "";
    const value = /^Bearer ([\w.-]{8,})$/.exec(authorization)?.[1];
    // Programs that met it report the chain 6111, "Invalid format for Authorization header".
    if (!value) throw new ApiError(400, 6003, "Invalid request headers");
    // A session of an upload of assets has a token of its own: assets.ts
    if (c.req.path.endsWith("/workers/assets/upload")) return next();
    const token = c.get("world").tokens.find((one) => one.value === value);
    if (!token && c.req.path.endsWith("/tokens/verify")) throw new ApiError(401, 1000, "Invalid API Token");
    if (!token && /\/accounts\/[^/]+\/./.test(c.req.path)) throw new ApiError(401, 10_000, "Authentication error");
    if (!token) throw new ApiError(403, 9109, "Invalid access token");
    // developers.cloudflare.com/fundamentals/api/reference/limits
    const since = Date.now() - 300_000;
    const times = [...(recent.get(token) ?? []).filter((time) => time > since), Date.now()];
    recent.set(token, times);
    if (times.length > c.get("world").callLimit) {
      c.header("Retry-After", "300");
      throw new ApiError(429, 971, "Please wait and consider throttling your request speed");
    }
    c.set("token", token);
    return next();
  });
  api.use("/accounts/:account/*", async (c, next) => {
    const account = c.get("world").accounts.find(({ id }) => id === c.req.param("account"));
    if (!/^[0-9a-f]{32}$/.test(c.req.param("account") ?? ""))
      throw new ApiError(404, 7003, `Could not route to ${c.req.path}, perhaps your object identifier is invalid?`);
    if (!c.get("token")) return next();
    const { accounts } = c.get("token");
    if (!account || (accounts && !accounts.includes(account.id)))
      throw new ApiError(403, 10_000, "Authentication error");
    c.set("account", account);
    return next();
  });

  const verified = { id: newId(), status: "active" };
  api.get("/user/tokens/verify", (c) => {
    if (c.get("token").kind === "account") throw new ApiError(401, 1000, "Invalid API Token");
    return ok(c, verified);
  });
  api.get("/accounts/:account/tokens/verify", (c) => ok(c, verified));
  api.get("/user", permit("User Details"), (c) => ok(c, { id: newId(), email: "operator@example.com" }));
  api.get("/accounts", (c) => {
    const { accounts, permissions, kind } = c.get("token");
    // edgefirst-dev/starter/issues/3
    if (kind === "account")
      throw new ApiError(400, 1001, "List accounts endpoint does not support account owned tokens.");
    // cloudflare-go/issues/725
    const isReader = !permissions || permissions.includes("Account Settings:Read");
    const own = c.get("world").accounts.filter(({ id }) => isReader && (!accounts || accounts.includes(id)));
    return page(
      c,
      own.map(({ id, name }) => ({ id, name, type: "standard", settings: {} })),
    );
  });
  api.get("/memberships", (c) => {
    const { kind, accounts } = c.get("token");
    // An account's token belongs to no user: wrangler, packages/workers-auth, isMembershipsInaccessible
    if (kind === "account") throw new ApiError(400, 9106, "Missing X-Auth-Key, X-Auth-Email or Authorization headers");
    const own = c.get("world").accounts.filter(({ id }) => !accounts || accounts.includes(id));
    return page(
      c,
      own.map(({ id, name }) => ({ id: newId(), status: "accepted", account: { id, name } })),
    );
  });
  // developers.cloudflare.com/api/resources/accounts/subresources/subscriptions/methods/get
  api.get("/accounts/:account/subscriptions", permit("Billing"), (c) => {
    const workers = { id: "workers_paid", public_name: "Workers Paid", scope: "account" };
    const paid = c.get("account").plan === "paid";
    return ok(c, paid ? [{ id: newId(), state: "Paid", price: 5, currency: "USD", rate_plan: workers }] : []);
  });
}
