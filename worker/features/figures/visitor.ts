import type { Context } from "hono";
import { eq } from "drizzle-orm";
import { openDays, type Seen } from "#schema/tables/figures.ts";
import { isoDay } from "#schema/values/dates.ts";
import type { AppEnv } from "../../env.ts";
import { clientIp } from "../../http/rate-limit.ts";
import { hmac, randomToken } from "../../http/signing.ts";
import type { Db } from "../../db/connection.ts";

/** Programs that say what they are. Cubot makes phones. */
const ROBOT =
  /(?<!cu)bot\b|bot\/|crawl|spider|slurp|preview|monitor|lighthouse|scan|fetch|python|curl|wget|java\/|okhttp|axios|node/i;

export const wantsNoCount = (c: Context<AppEnv>) => c.req.header("DNT") === "1" || c.req.header("Sec-GPC") === "1";

type Visitor = Pick<Seen, "day" | "at" | "who" | "address" | "net" | "isRobot">;

/** Hashes with the salt of the day tell visitors apart. Neither the address nor the browser is stored. */
export async function readVisitor(c: Context<AppEnv>): Promise<Visitor> {
  const at = c.var.ports.now();
  const day = isoDay(at);
  const salt = await saltOf(c.var.db, day);
  const [address, browser] = [clientIp(c), c.req.header("User-Agent") ?? ""];
  const hash = (text: string) => hmac(salt, text).slice(0, 12);
  return {
    day,
    at,
    who: hash(`who:${address} ${browser}`),
    address: hash(`address:${address}`),
    net: hash(`net:${networkOf(address)}`),
    isRobot: browser === "" || ROBOT.test(browser),
  };
}

/** The /24 network of an IPv4 address, or the /48 network of an IPv6 address: what one customer can get easily. */
const networkOf = (address: string) => address.split(/[.:]/).slice(0, 3).join(".");

async function saltOf(db: Db, day: string): Promise<string> {
  const find = () => db.select({ salt: openDays.salt }).from(openDays).where(eq(openDays.day, day));
  const [known] = await find();
  if (known) return known.salt;
  const [, [first]] = await db.batch([openDay(db, day), find()]);
  return first!.salt;
}

/** The first beacon or the first run of the cron begins the day. */
export const openDay = (db: Db, day: string) =>
  db.insert(openDays).values({ day, salt: randomToken() }).onConflictDoNothing();
