import { env } from "cloudflare:workers";
import { PAGE_NAMES, PAGES } from "#web/pages.ts";
import { remoteImageSigner } from "#worker/features/media/remote-images.ts";
import { NOW } from "../support/app.ts";
import { PAGE_ADDRESSES } from "../support/page-addresses.ts";
import { documentOf, siteBody } from "../support/own-sites.ts";
import { PASSWORD } from "../support/people.ts";
import { FIELDS } from "../support/switches.ts";
import { plainImages } from "../../support/image-files.ts";

/**
 * `user` is any signed-in user, `owner` the owner of the record. `stripe` needs Stripe's signature. `local` exists only
 * in local runs.
 */
export type Caller = "anyone" | "user" | "owner" | "staff" | "superuser" | "stripe" | "local";

export type Call = {
  who: Caller;
  /** A valid path and body in the world of world.ts. Default path: the route. */
  path?: string;
  body?: Record<string, unknown> | (() => FormData);
  /** Name and value of a cookie from the previous step. */
  cookie?: [string, string];
  /** Default: a success. */
  status?: number;
  /** True if the response is the same for everybody, so it may be cached. */
  isPublic?: true;
  /** True if the request changes no data, so it needs no CSRF token. */
  needsNoToken?: true;
};

const form = (fields: Record<string, string | Blob>) => () => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};
const imageFile = new File([plainImages.png], "image.png", { type: "image/png" });
const content = JSON.stringify(documentOf("First words."));
const newPasswords = { password1: "a new passphrase 1", password2: "a new passphrase 1" };
const email = "new@example.com";
const URL_QUERY = "?url=https%3A%2F%2Fmaker.example%2F";
const REMOTE_IMAGE = remoteImageSigner({ secretKey: env.SECRET_KEY, now: NOW })("https://maker.example/a.png");

const GOOGLE_FLOW: [string, string] = [
  "__Host-google",
  encodeURIComponent(JSON.stringify({ state: "state", codeVerifier: "verifier", nonce: "nonce", next: "" })),
];

const anyone = (call: Omit<Call, "who"> = {}): Call => ({ who: "anyone", ...call });
const published = (path?: string): Call => ({ who: "anyone", isPublic: true, ...(path && { path }) });
const user = (call: Omit<Call, "who"> = {}): Call => ({ who: "user", ...call });
const owner = (path: string, call: Omit<Call, "who" | "path"> = {}): Call => ({ who: "owner", path, ...call });
const staff = (call: Omit<Call, "who"> = {}): Call => ({ who: "staff", ...call });
const local: Call = { who: "local" };

/** Every route of worker/app.ts with its allowed callers. A test compares this list with the router. */
export const INVENTORY: Record<string, Call> = {
  "POST /api/stripe/webhook": { who: "stripe" },
  // Pages send it without a token, and it changes only counts: tests/worker/searches.
  "POST /api/beacon": anyone({
    body: { searched: [{ q: "chat", found: 2, asked: true, opened: true }] },
    needsNoToken: true,
  }),
  "GET /api/beacon": anyone(),

  "GET /api/health": anyone(),
  "POST /api/signup": anyone({ body: { email, first_name: "New", last_name: "Person", ...newPasswords } }),
  "GET /api/signup/verify/:token": anyone({ path: "/api/signup/verify/unknown", status: 400 }),
  "POST /api/signup/resend": anyone({ body: { email: "anna@example.com" } }),
  "POST /api/signup/verify/:token": anyone({
    path: "/api/signup/verify/unknown",
    body: { password: PASSWORD },
    status: 400,
  }),
  "POST /api/login": anyone({ body: { email: "anna@example.com", password: PASSWORD } }),
  "POST /api/login/resend": anyone(),
  "POST /api/login/verify": anyone({ body: { email: "anna@example.com", code: "123456" }, status: 400 }),
  "POST /api/logout": anyone(),
  "POST /api/password/reset": anyone({ body: { email: "anna@example.com" } }),
  "GET /api/password/reset/confirm/:token": anyone({ path: "/api/password/reset/confirm/unknown", status: 400 }),
  "POST /api/password/reset/confirm/:token": anyone({
    path: "/api/password/reset/confirm/unknown",
    body: newPasswords,
    status: 400,
  }),
  "GET /api/auth/google-login": anyone(),
  "POST /api/auth/google-login": anyone({ cookie: GOOGLE_FLOW, body: { token: "credential" }, status: 400 }),
  "POST /api/contact": anyone({ body: { email, message: "A question about a listing" } }),
  "POST /api/:kind{sites|products}/:key/reports": anyone({
    path: "/api/sites/1/reports",
    body: { reason: "dead", text: "Its page is gone." },
  }),
  "POST /api/:kind{sites|products}/:key/suggestions": anyone({
    path: "/api/sites/1/suggestions",
    body: { changes: { description: "Chat for teams" }, source: "https://maker.example/" },
  }),
  "POST /api/search-watches": anyone({ body: { email, q: "typewriter" } }),
  "GET /api/search-watches/confirm/:token": anyone({ path: "/api/search-watches/confirm/unknown", status: 400 }),
  "POST /api/search-watches/confirm/:token": anyone({
    path: "/api/search-watches/confirm/unknown",
    body: {},
    status: 400,
  }),
  // Mail services send it without a token of ours: tests/worker/search-watches.
  "POST /search-watches/unsubscribe/:token": anyone({
    path: "/search-watches/unsubscribe/unknown",
    body: form({ "List-Unsubscribe": "One-Click" }),
    needsNoToken: true,
  }),
  "GET /google-login/start": anyone({ status: 302 }),
  "GET /google-login/callback": anyone({
    path: "/google-login/callback?state=state&code=code",
    cookie: GOOGLE_FLOW,
    status: 302,
  }),

  "GET /api/saas": published("/api/saas?q=chat"),
  "GET /api/popular-alternatives": published(),
  "GET /api/alternatives": published("/api/alternatives?q=slack"),
  "GET /api/suggestions": published("/api/suggestions?q=slack"),
  "GET /api/sites/:id/switches/:product": published("/api/sites/1/switches/slack"),
  "GET /api/compare": published("/api/compare?sites=mattermost,zulip"),
  "GET /api/blogs/public": published(),
  "GET /api/blogs/:slug": published("/api/blogs/first-post"),
  ...Object.fromEntries(
    PAGE_NAMES.map((name) => [
      `GET /api/pages${PAGES[name].path.replace(/\/$/, "")}`,
      published(`/api/pages${PAGE_ADDRESSES[name]}`),
    ]),
  ),
  "GET /api/:slug": published("/api/mattermost"),
  "GET /media/remote/:signature/:address": published(REMOTE_IMAGE),
  "GET /media/:key{.+}": published("/media/demo/kept.png"),
  "GET /favicons/:host": published("/favicons/mattermost.com"),
  "GET /share/:kind/:slug/:file{[0-9a-f]{16}\\.png}": published("/share/site/mattermost/0123456789abcdef.png"),
  "GET /badges/:file{.+\\.svg}": published("/badges/mattermost.svg?show=moved"),
  "GET /robots.txt": published(),
  "GET /manifest.webmanifest": published(),
  "GET /.well-known/security.txt": published(),
  "GET /.well-known/change-password": anyone({ status: 302 }),
  "GET /sitemap.xml": published(),
  "GET /sitemaps/:part{[^/]+\\.xml}": published("/sitemaps/pages.xml"),
  "GET /feed.xml": published(),
  "GET /blogs/feed.xml": published(),
  "GET /alternatives/:product/feed.xml": published("/alternatives/slack/feed.xml"),
  "GET /categories/:category/feed.xml": published("/categories/communication/feed.xml"),
  "GET /*": published("/mattermost"),
  "GET /assets/*": anyone({ path: "/assets/gone.js", status: 404 }),

  "GET /api/check_auth": user(),
  "GET /api/user": user(),
  "PUT /api/user": user({ body: { first_name: "Anne", last_name: "Lind" } }),
  "GET /api/user/export": user(),
  "POST /api/user/delete-code": user(),
  "DELETE /api/sessions/:id": user({ path: "/api/sessions/999", status: 404 }),
  "PUT /api/sites/:id/switches/:product": user({ path: "/api/sites/1/switches/slack", body: FIELDS }),
  "DELETE /api/sites/:id/switches/:product": user({ path: "/api/sites/1/switches/slack" }),
  // Only the owner of the site: tests/worker/switches/switches.test.ts.
  "POST /api/sites/switches/:id/answer": user({
    path: "/api/sites/switches/1/answer",
    body: { text: "Thank you." },
    status: 404,
  }),
  "GET /api/user/moves": user(),
  "GET /api/user/moves/:product": user({ path: "/api/user/moves/slack" }),
  "PUT /api/user/moves/:product": user({ path: "/api/user/moves/slack", body: { done: ["export"] } }),
  "DELETE /api/user/moves/:product": user({ path: "/api/user/moves/slack" }),
  "DELETE /api/user": user({ body: { password: PASSWORD } }),
  "POST /api/logout/everywhere": user(),
  "GET /api/sessions": user(),
  "POST /api/change-password": user({ body: { old_password: PASSWORD, password1: PASSWORD, password2: PASSWORD } }),
  "POST /api/sites/:id/like": user({ path: "/api/sites/1/like" }),
  "POST /api/sites/:id/unlike": user({ path: "/api/sites/1/unlike" }),
  "GET /api/likes": user({ path: "/api/likes?ids=1,2" }),
  "GET /api/sites": user(),
  "POST /api/sites": user({ body: siteBody({ name: "Zulip", link: "https://zulip.example/" }) }),
  "GET /api/sites/proposal": user({ path: `/api/sites/proposal${URL_QUERY}` }),
  // Only who has proved that the site is theirs: tests/worker/reports/owners.test.ts.
  "POST /api/sites/reports/:id/decision": user({
    path: "/api/sites/reports/1/decision",
    body: { state: "declined", answer: "No." },
    status: 404,
  }),
  "GET /api/link-preview": user({ path: `/api/link-preview${URL_QUERY}` }),
  "POST /api/images": user({ body: form({ image: imageFile }) }),
  "POST /api/preview": user({ body: { content } }),
  "GET /api/preview/picture": user({ path: `/api/preview/picture${URL_QUERY}a.png`, status: 302 }),
  "GET /api/payments": user(),
  "GET /api/payments/ledger": user(),
  "GET /api/payments/ledger/:id/invoice": user({ path: "/api/payments/ledger/1/invoice", status: 404 }),

  "GET /api/sites/:id/ownership": user({ path: "/api/sites/1/ownership" }),
  "POST /api/sites/:id/verification": user({ path: "/api/sites/1/verification", body: { method: "dns" } }),
  "POST /api/sites/:id/verification/check": user({ path: "/api/sites/1/verification/check" }),
  // Without a proof, nobody claims a listing: tests/worker/claims.
  "POST /api/sites/:id/claim": user({ path: "/api/sites/1/claim", status: 403 }),
  "POST /api/sites/:id/claim/object": owner("/api/sites/1/claim/object", { body: { objection: "Mine" }, status: 409 }),
  "POST /api/sites/:id/handover": owner("/api/sites/1/handover", { body: { email } }),
  "POST /api/sites/:id/handover/accept": user({ path: "/api/sites/1/handover/accept", status: 409 }),
  "GET /api/sites/:id": owner("/api/sites/1"),
  "GET /api/sites/:id/figures": owner("/api/sites/1/figures"),
  "GET /api/sites/:id/figures.csv": owner("/api/sites/1/figures.csv"),
  "PUT /api/sites/:id": owner("/api/sites/1", { body: siteBody({ description: "Changed" }) }),
  "DELETE /api/sites/:id": owner("/api/sites/1"),
  "POST /api/payments/intent": owner("/api/payments/intent", { body: { site_id: 1 } }),
  "POST /api/payments/subscribe": owner("/api/payments/subscribe", {
    body: { payment_method_id: "pm_card_visa", site_id: 1 },
  }),
  "POST /api/payments/promotion": user({ body: { promotion_code: "X" }, status: 400 }),
  "POST /api/payments/portal": owner("/api/payments/portal", { body: { site_id: 1 } }),
  "POST /api/payments/confirm": owner("/api/payments/confirm", { body: { site_id: 1 } }),
  "POST /api/payments/cancel": owner("/api/payments/cancel", { body: { site_id: 1 } }),
  "POST /api/payments/resume": owner("/api/payments/resume", { body: { site_id: 1 } }),
  "POST /api/payments/card": owner("/api/payments/card", {
    body: { payment_method_id: "pm_card_visa", site_id: 1 },
  }),

  "GET /api/sites/count": staff(),
  "GET /api/clients": staff(),
  "GET /api/analytics": staff(),
  "GET /api/blogs/user": staff(),
  "POST /api/blogs/user": staff({ body: form({ title: "A post", content, featured_image: imageFile }) }),
  "GET /api/blogs/user/:slug": staff({ path: "/api/blogs/user/first-post" }),
  "PATCH /api/blogs/:slug": staff({ path: "/api/blogs/first-post", body: form({ title: "Another title" }) }),
  "DELETE /api/blogs/:slug": staff({ path: "/api/blogs/first-post" }),
  "GET /api/pages/blog-preview/:slug": staff({ path: "/api/pages/blog-preview/first-post" }),
  "GET /api/products/:slug/guide": staff({ path: "/api/products/slack/guide" }),
  "POST /api/products/:id/merge": staff({ path: "/api/products/1/merge", body: { into: 2 } }),
  "POST /api/products/:id/names": staff({ path: "/api/products/2/names", body: { name: "Huddle" } }),
  "GET /api/admin/listings/:id": staff({ path: "/api/admin/listings/1" }),
  "GET /api/get_model": staff(),
  "GET /api/get_model/:app/:model": staff({ path: "/api/get_model/accounts/user" }),
  "POST /api/:app/:model": staff({
    path: "/api/search/synonym",
    body: { term: "k8s", means: "kubernetes", is_mutual: true },
  }),
  "PATCH /api/:app/:model/:id": staff({ path: "/api/sites/site/1", body: { name: "Renamed" } }),
  "POST /api/:app/:model/:id/mail": staff({ path: "/api/sites/site/1/mail", body: { refusal: "No." } }),
  // Staff may delete other records: tests/worker/admin/records.test.ts.
  "DELETE /api/:app/:model/:id": { who: "superuser", path: "/api/accounts/user/3" },

  "GET /dev/google/authorize": local,
  "GET /dev/google/approve": local,
  "POST /dev/google/token": local,
  "GET /dev/google/client.js": local,
  "GET /dev/google/credential": local,
  "GET /dev/google/keys": local,
  "ALL /dev/stripe/*": local,
  "POST /dev/cron": local,
  "POST /dev/internet": local,
  "DELETE /dev/internet": local,
  "GET /dev/mail": local,
  "GET /dev/mail/:id": local,
};

/** Middleware, which responds only to refuse. */
export const MIDDLEWARE = new Set(
  ["", "/api", "/api/signup", "/api/login", "/api/change-password", "/api/password/reset", "/api/auth/google-login"]
    .concat(
      "/api/contact",
      "/api/search-watches",
      "/api/payments",
      "/api/payments/ledger",
      "/api/get_model",
      "/dev/google",
    )
    .map((path) => `ALL ${path}/*`),
);

export const CALLS = Object.entries(INVENTORY).map(([route, call]) => {
  const [method = "", path = ""] = route.split(" ");
  return { route, method, ...call, path: call.path ?? path };
});
export type StatedCall = (typeof CALLS)[number];

/** API requests that change data and so need a CSRF token. Stripe's webhook is signed instead. */
export const UNSAFE_CALLS = CALLS.filter(
  ({ method, path, who, needsNoToken }) =>
    method !== "GET" && path.startsWith("/api/") && who !== "stripe" && !needsNoToken,
);
