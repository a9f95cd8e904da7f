import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { searchWatches } from "#schema/tables/search-watches.ts";
import type { Mail } from "#worker/ports.ts";
import type { Overrides } from "./app.ts";
import { Browser } from "./browser.ts";
import { lastMail, readResponse } from "./people.ts";

export const ASKED = { email: "ann@example.com", q: "typewriter" };

export const ask = async (body: unknown = ASKED, browser = new Browser(), overrides: Overrides = {}) =>
  readResponse(await browser.post("/api/search-watches/", body, overrides));

export const storedWatches = () => drizzle(env.DB).select().from(searchWatches);

const inMail = (mail: Mail | undefined, pattern: RegExp) => pattern.exec(mail?.text ?? "")?.[0] ?? "";
/** The path of the link to confirm in a mail. */
export const confirmPathIn = (mail: Mail | undefined) => inMail(mail, /\/search-watches\/confirm\/[\w-]+/);
/** The path of the link to unsubscribe. */
export const stopPathIn = (mail: Mail | undefined) => inMail(mail, /\/search-watches\/unsubscribe\/[\w-]+/);

export const confirm = async (path: string, browser = new Browser()) =>
  readResponse(await browser.post(`/api${path}/`, {}));

/** Asks and confirms. Returns the mail with the links. */
export async function watch(fields: Partial<typeof ASKED> & { category?: string | null } = {}): Promise<Mail> {
  const body = { ...ASKED, ...fields };
  await ask(body);
  const mail = lastMail(body.email)!;
  await confirm(confirmPathIn(mail));
  return mail;
}

/** Sends what mail services send: no cookie, no token of ours, and a form. */
export const unsubscribe = (path: string, body: BodyInit = new URLSearchParams({ "List-Unsubscribe": "One-Click" })) =>
  new Browser().fetch(path, { method: "POST", body });
