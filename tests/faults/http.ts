import type { Fault } from "./fault.ts";

const limits = {
  file: "worker/http/rate-limit.ts",
  tests: ["tests/worker/http/rate-limit.test.ts"],
};
const csrf = {
  file: "worker/http/csrf.ts",
  tests: ["tests/worker/accounts/sessions.test.ts"],
};
const caching = {
  file: "worker/http/caching.ts",
  tests: ["tests/worker/http/edge-cache.test.ts", "tests/worker/security/responses.test.ts"],
};
const internet = {
  file: "worker/http/public-fetch.ts",
  tests: ["tests/worker/link-previews/link-previews.test.ts"],
};

export const http: Fault[] = [
  {
    name: "health never says that replication seems to be off",
    file: "worker/db/replication.ts",
    find: "!near.includes(region.toUpperCase())",
    put: "near.includes(region.toUpperCase())",
    tests: ["tests/worker/health"],
  },
  {
    name: "a document admits all inline scripts",
    file: "worker/http/security-headers.ts",
    find: '...(c.get("inlineParts")?.[kind] ?? [])]',
    put: "\"'unsafe-inline'\"]",
    tests: ["tests/worker/pages/pages.test.ts"],
  },
  {
    name: "a document admits none of its inline scripts",
    file: "worker/http/inline-parts.ts",
    find: "if (text) parts",
    put: "if (!text) parts",
    tests: ["tests/worker/pages/pages.test.ts"],
  },
  {
    ...limits,
    name: "each attempt extends the window of a rate limit",
    find: "expiresAt: sql`CASE WHEN ${runs} THEN ${expiresAt} ELSE ${end} END`",
    put: "expiresAt: sql`${end}`",
  },
  {
    ...limits,
    name: "a rate limit keeps counting after its window",
    find: "count: sql`CASE WHEN ${runs} THEN ${count} + 1 ELSE 1 END`",
    put: "count: sql`${count} + 1`",
  },
  {
    ...limits,
    name: "a rate limit allows one attempt too many",
    find: "(row?.count ?? 0) > limits[index]![0].max)",
    put: "(row?.count ?? 0) > limits[index]![0].max + 1)",
  },
  {
    ...limits,
    name: "the attempts of one user count for all users",
    find: "`limit:${name}:${subject}`",
    put: "`limit:${name}`",
  },
  {
    ...limits,
    name: "a rate limit in a batch allows everything",
    find: "WHEN ${count} < ${limit.max} THEN ${count} + 1 END`",
    put: "ELSE ${count} + 1 END`",
    tests: ["tests/worker/likes"],
  },
  {
    ...limits,
    name: "each address of an IPv6 network has its own rate limit",
    find: ".slice(0, 4);",
    put: ".slice(0, 8);",
  },
  {
    ...csrf,
    name: "the CSRF header need not match the cookie",
    find: 'const matches = isEqual(token, readCookie(c, CSRF_COOKIE) ?? "");',
    put: "const matches = true;",
  },
  { ...csrf, name: "another site may call", find: "|| !isSameOrigin(c)", put: "" },
  {
    ...csrf,
    name: "a CSRF token of another session is valid",
    find: '`csrf:${nonce}:${session ?? ""}`',
    put: "`csrf:${nonce}`",
  },
  {
    ...csrf,
    name: "any CSRF token that cookie and header share is valid",
    find: "return isEqual(signature, sign(nonce, session, key));",
    put: 'return signature !== "" || isEqual(nonce, key) || session === "";',
  },
  {
    ...csrf,
    name: "a response that refuses a CSRF token sets no new one",
    find: "      setCsrfCookie(c, session);\n",
    put: "",
  },
  {
    ...caching,
    name: "a response without Cache-Control can be cached",
    find: 'if (!rule) c.header("Cache-Control", PRIVATE);',
    put: 'if (!rule) c.header("Cache-Control", PUBLIC);',
    tests: ["tests/worker/http/errors.test.ts"],
  },
  {
    ...caching,
    name: "an error response is cached like a public one",
    find: "if (c.res.status === 200) c",
    put: "c",
    tests: ["tests/worker/http/errors.test.ts"],
  },
  {
    ...caching,
    name: "a public response has no cache tag to purge it",
    find: 'if (tag && !c.res.headers.has("Cache-Tag")) c.header("Cache-Tag", tag);',
    put: "",
  },
  {
    ...caching,
    name: "a save purges no cached response",
    find: "if (paths.length === 0) return;\n  await purgeCache(paths).catch",
    put: "if (paths.length < 99) return;\n  await purgeCache(paths).catch",
  },
  {
    ...caching,
    name: "a refused purge is not repeated",
    find: "c.executionCtx.waitUntil(retryPurge(ports, paths, error))",
    put: "logError(error)",
  },
  {
    name: "the edge keeps images for a year",
    file: "worker/features/media/image-response.ts",
    find: "max-age=3600, stale",
    put: "max-age=31536000, stale",
    tests: ["tests/worker/http/edge-cache.test.ts"],
  },
  {
    ...internet,
    name: "the Worker requests private IP addresses",
    find: "return isName && !INTERNAL_NAME.test(host) ? url : undefined;",
    put: "return isName ? url : undefined;",
  },
  {
    ...internet,
    name: "the Worker requests IP addresses",
    find: "const isName = !isAddress && host",
    put: "const isName = host",
  },
  {
    ...internet,
    name: "the Worker requests other ports",
    find: "if (url.port || url.username || url.password) return undefined;",
    put: "",
  },
  {
    ...internet,
    name: "a redirect target is not checked",
    find: 'url = publicUrl(response.headers.get("Location") ?? "", url);',
    put: 'url = URL.parse(response.headers.get("Location") ?? "", url.href) ?? undefined;',
  },
  {
    ...internet,
    name: "a part of an icon that is too large is used",
    find: 'if (larger === "cut") return concat(',
    put: "if (larger) return concat(",
    tests: ["tests/worker/favicons"],
  },
  {
    name: "a write is retried after any error",
    file: "worker/http/retry.ts",
    find: "if (!isTransient(error)) throw error;",
    put: "if (!isTransient(error) && !(error instanceof Error)) throw error;",
    tests: ["tests/worker/faults/d1-retries.test.ts"],
  },
  {
    name: "a write is not retried after a temporary error of D1",
    file: "worker/http/retry.ts",
    find: "if (!isTransient(error)) throw error;",
    put: "throw error;",
    tests: ["tests/worker/faults/d1-retries.test.ts"],
  },
  {
    name: "scripts can read the session cookie",
    file: "worker/http/cookies.ts",
    find: "  httpOnly: true,",
    put: "  httpOnly: false,",
    tests: ["tests/worker/accounts/log-in.test.ts"],
  },
  {
    name: "cookies are sent over plain http",
    file: "worker/http/cookies.ts",
    find: "  secure: isHttps(c),",
    put: "  secure: false,",
    tests: ["tests/worker/accounts/log-in.test.ts"],
    unnoticed: "Hono makes each cookie secure whose name begins with `__Host-`, as all do on https.",
  },
  {
    name: "a form is accepted with any content type",
    file: "worker/http/body.ts",
    find: 'if (!type.test(c.req.header("Content-Type") ?? "")) throw',
    put: 'if (type.test("")) throw',
    tests: ["tests/worker/accounts/sign-up.test.ts"],
  },
  {
    name: "a page number can have decimals",
    file: "worker/http/query.ts",
    find: 'if (!page) throw new AppError("bad_input"',
    put: 'if (page === 0) throw new AppError("bad_input"',
    tests: ["tests/worker/sites/owner-list.test.ts"],
  },
];
