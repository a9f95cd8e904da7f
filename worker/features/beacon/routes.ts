import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type Beacon, beacon } from "#schema/sites/beacon.ts";
import type { AppEnv } from "../../env.ts";
import { parseJson } from "../../http/body.ts";
import { isSameOrigin } from "../../http/csrf.ts";
import { queryOf } from "../../http/query.ts";
import { clientIp } from "../../http/rate-limit.ts";
import { logError } from "../../log.ts";
import { readCards } from "../figures/card-list.ts";
import { receive } from "../figures/receive.ts";
import { wantsNoCount } from "../figures/visitor.ts";
import { countSearch } from "../searches/queries.ts";

const BODY_BYTES_MAX = 24 * 1024;

/**
 * /api/beacon/ counts what pages saw. It reads no cookie and stores no address. Nobody reads the answer, so it is 204
 * also if nothing is counted. `sendBeacon` names no JSON, so the content type is ignored.
 */
export const beaconRoutes = new Hono<AppEnv>({ strict: false })
  .post("/", bodyLimit({ maxSize: BODY_BYTES_MAX, onError: (c) => c.body(null, 204) }), async (c) => {
    count(c, await readBeacon(c));
    return c.body(null, 204);
  })

  // The page of a listing has it in <noscript>: a browser without scripts asks for it as an image.
  .get("/", async (c) => {
    const cards = queryOf(c).get("cards") ?? "";
    const page = readCards(cards, c.env.SECRET_KEY, c.var.ports.now())?.page;
    if (page !== undefined && (await isCounted(c))) count(c, { pages: [{ cards, marks: [`opened ${page}`] }] });
    return c.body(null, 204);
  });

function count(c: Context<AppEnv>, { searched = [], pages = [] }: Beacon): void {
  const { db, ports } = c.var;
  const work = [...searched.map((search) => () => countSearch(db, search, ports.now())), () => receive(c, pages)];
  c.executionCtx.waitUntil(
    (async () => {
      for (const part of work) await part().catch(logError);
    })(),
  );
}

/** Empty if nothing is to be counted. */
async function readBeacon(c: Context<AppEnv>): Promise<Beacon> {
  if (!(await isCounted(c))) return {};
  try {
    return beacon.safeParse(parseJson(await c.req.text())).data ?? {};
  } catch {
    return {};
  }
}

/**
 * False if no page of this site sent it, if the client sends too many, or if the visitor asks not to be counted. Browsers
 * send `Origin` or `Sec-Fetch-Site`: a program that sends neither is no page.
 */
async function isCounted(c: Context<AppEnv>): Promise<boolean> {
  const isFromPage = Boolean(c.req.header("Origin") || c.req.header("Sec-Fetch-Site")) && isSameOrigin(c);
  if (!isFromPage || wantsNoCount(c)) return false;
  try {
    return (await c.env.BEACON_LIMIT.limit({ key: clientIp(c) })).success;
  } catch (error) {
    logError(error);
    return false;
  }
}
