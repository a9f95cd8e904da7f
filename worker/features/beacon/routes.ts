import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type Beacon, beacon } from "#schema/search/beacon.ts";
import type { AppEnv } from "../../env.ts";
import { parseJson } from "../../http/body.ts";
import { isSameOrigin } from "../../http/csrf.ts";
import { clientIp } from "../../http/rate-limit.ts";
import { logError } from "../../log.ts";
import { countSearch } from "../searches/queries.ts";

const BODY_BYTES_MAX = 16 * 1024;

/**
 * POST /api/beacon/: counts what a page saw. It reads no cookie and stores nothing about the visitor. Nobody reads the
 * answer, so it is 204 also if nothing is counted. `sendBeacon` names no JSON, so the content type is ignored.
 */
export const beaconRoutes = new Hono<AppEnv>({ strict: false }).post(
  "/",
  bodyLimit({ maxSize: BODY_BYTES_MAX, onError: (c) => c.body(null, 204) }),
  async (c) => {
    const { searched } = await readBeacon(c);
    const { db, ports } = c.var;
    if (searched) c.executionCtx.waitUntil(countSearch(db, searched, ports.now()).catch(logError));
    return c.body(null, 204);
  },
);

/** Returns nothing if no page of this site sent it, or if the client sends too many. */
async function readBeacon(c: Context<AppEnv>): Promise<Beacon> {
  if (!isFromPage(c)) return {};
  try {
    const { success } = await c.env.BEACON_LIMIT.limit({ key: clientIp(c) });
    return (success && beacon.safeParse(parse(await c.req.text())).data) || {};
  } catch (error) {
    logError(error);
    return {};
  }
}

/** Browsers send one of the headers with `sendBeacon`. A program that sends neither is no page. */
const isFromPage = (c: Context<AppEnv>) =>
  Boolean(c.req.header("Origin") || c.req.header("Sec-Fetch-Site")) && isSameOrigin(c);

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
