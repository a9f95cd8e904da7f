import { env } from "cloudflare:workers";
import { DAY_MS } from "#schema/values/dates.ts";
import { ensurePortal } from "#worker/adapters/stripe/portal.ts";
import { StripeStandIn } from "#worker/dev/stripe/stand-in.ts";
import { fakes, NOW, ORIGIN, type Overrides } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { googleThat } from "../support/google.ts";
import { documentOf } from "../support/own-sites.ts";
import { ANNA, BERT, insertUser, logIn } from "../support/people.ts";
import { plainImages } from "../../support/image-files.ts";
import { insertPost } from "../support/posts.ts";
import { useStripe } from "../support/stripe.ts";
import type { Caller, StatedCall } from "./inventory.ts";

const stripe = useStripe();

type Interceptor = <T>(work: () => Promise<T>) => Promise<T>;
const passThrough: Interceptor = (work) => work();

/** A Google that knows no user. */
const fakeGoogle = (way: Interceptor) =>
  googleThat(
    () => way(async () => undefined),
    () => way(async () => "credential"),
  );

/** All services are configured, so no request fails because one is missing. */
export const overrides = ({
  google = passThrough,
  payments = passThrough,
}: { google?: Interceptor; payments?: Interceptor } = {}): Overrides => ({
  ports: { ...stripe.ports((_, forward) => payments(forward)), google: fakeGoogle(google) },
});

/** `owner` is Anna (user 1), who owns site 1. `other` is Bert (user 2), who owns nothing. */
export type World = Record<"stranger" | "owner" | "other" | "staff" | "superuser", Browser>;

/** Inserts the records that the inventory's requests name. */
export async function makeWorld(): Promise<World> {
  // This module is loaded once for all test files, so the hook of `useStripe` runs for the first file only.
  stripe.standIn = new StripeStandIn({ now: () => NOW, origin: ORIGIN });
  await ensurePortal(stripe.standIn.payments().stripe);
  const page = { headers: { "Content-Type": "text/html" } };
  fakes.internet.set("https://maker.example/", new Response("<title>Maker</title>", page));
  fakes.internet.set("https://maker.example/a.png", new Response(plainImages.png));
  const anna = await insertUser();
  // Accounts of less than a day cannot answer.
  await insertUser({ email: BERT, createdAt: NOW - 2 * DAY_MS });
  await insertUser({ email: "staff@example.com", isStaff: true });
  await insertUser({ email: "root@example.com", isSuperuser: true });
  await insertSite({
    id: 1,
    name: "Mattermost",
    slug: "mattermost",
    link: "https://mattermost.com/",
    category: "communication",
    ownerId: anna.id,
    article: documentOf("Why it is good"),
    alternatives: [{ name: "Slack" }, { name: "Teams" }],
  });
  await insertSite({ name: "Zulip", link: "https://zulip.com/", category: "communication" });
  await insertPost({ slug: "first-post" });
  await env.MEDIA.put("demo/kept.png", plainImages.png, { httpMetadata: { contentType: "image/png" } });
  await env.MEDIA.put("share/site/mattermost/0123456789abcdef.png", plainImages.png);
  const [owner, other, staff, superuser] = await Promise.all(
    [ANNA, BERT, "staff@example.com", "root@example.com"].map((email) => logIn(email)),
  );
  return { stranger: new Browser(), owner: owner!, other: other!, staff: staff!, superuser: superuser! };
}

/** The caller with the fewest rights who may use the endpoint. */
export const ENTITLED = {
  anyone: "stranger",
  user: "other",
  owner: "owner",
  staff: "staff",
  superuser: "superuser",
  stripe: "stranger",
  local: "stranger",
} as const satisfies Record<Caller, keyof World>;

/** `headers` replace the default ones. */
export async function send(
  browser: Browser,
  {
    method,
    path,
    body,
    cookie,
  }: Pick<StatedCall, "method" | "path" | "cookie"> & { body?: StatedCall["body"] | FormData | string | null },
  { headers = {}, ...more }: Overrides & { headers?: Record<string, string> } = {},
): Promise<Response> {
  if (cookie) browser.cookies.set(...cookie);
  const made = typeof body === "function" ? body() : body;
  const sent = typeof made === "string" || made instanceof FormData ? made : made && JSON.stringify(made);
  const proof = method === "GET" ? {} : await browser.csrfHeaders();
  const type = typeof sent === "string" && { "Content-Type": "application/json" };
  return browser.fetch(
    path,
    { method, headers: { ...proof, ...type, ...headers }, body: sent ?? null, redirect: "manual" },
    { ...overrides(), ...more },
  );
}

// Without tables that exist to repair interrupted requests: locks, uploads, pending reads of Stripe.
const TABLES =
  "users sites articles alternatives products product_aliases product_moves likes switches moves image_uses blog_posts contact_messages synonyms audit_log subscriptions known_words spellings reindex_later deleted_slugs";

export async function readRecords(): Promise<string> {
  const answers = await env.DB.batch(TABLES.split(" ").map((table) => env.DB.prepare(`SELECT * FROM ${table}`)));
  return JSON.stringify(answers.map(({ results }) => results));
}

const SAVED_TABLES = "users sessions sites articles products alternatives blog_posts".split(" ");
const RIGHTS = "email password_hash email_verified_at session_epoch reset_at is_staff is_superuser suspended_at".split(
  " ",
);

/**
 * Returns a function that restores the saved world: it deletes new records and promotion codes, and restores deleted
 * records, sessions and rights.
 */
export async function saveWorld(): Promise<() => Promise<unknown>> {
  await env.DB.batch(
    SAVED_TABLES.map((table) => env.DB.prepare(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`)),
  );
  // Without generated columns.
  const { results: saved } = await env.DB.prepare(
    `SELECT kept.value AS name, group_concat(columns.name) AS columns FROM json_each(?) AS kept, pragma_table_info(kept.value) AS columns GROUP BY 1`,
  )
    .bind(JSON.stringify(SAVED_TABLES))
    .all<{ name: string; columns: string }>();
  const rights = RIGHTS.map((column) => `${column} = kept.${column}`).join();
  const statements = [
    "DELETE FROM rate_counters",
    ...["likes", "switches", "moves", "product_aliases", "synonyms"].map((table) => `DELETE FROM ${table}`),
    ...["sites", "blog_posts", "users"].map(
      (table) => `DELETE FROM ${table} WHERE id NOT IN (SELECT id FROM kept_${table})`,
    ),
    `UPDATE users SET ${rights} FROM kept_users AS kept WHERE kept.id = users.id`,
    "UPDATE sessions SET epoch = kept.epoch FROM kept_sessions AS kept WHERE kept.id = sessions.id",
    ...SAVED_TABLES.map((table) => {
      const { columns } = saved.find(({ name }) => name === table)!;
      return `INSERT OR IGNORE INTO ${table} (${columns}) SELECT ${columns} FROM kept_${table}`;
    }),
  ].map((sql) => env.DB.prepare(sql));
  return () => env.DB.batch(statements);
}

/** Neither this database nor Stripe knows of a subscription. */
export async function forgetPayments(): Promise<void> {
  const { bank } = stripe.standIn;
  for (const { id } of bank.list("subscription")) delete bank.state.objects[id];
  await env.DB.batch(["payment_locks", "subscriptions"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
}
