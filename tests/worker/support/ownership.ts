import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { metaTag, type Ownership } from "#schema/sites/ownership.ts";
import type { ProofMethod } from "#schema/sites/proof.ts";
import { sites } from "#schema/tables/sites.ts";
import { fakes, type Overrides } from "./app.ts";
import type { Browser } from "./browser.ts";
import { readResponse } from "./people.ts";

/** `action` is a path below the listing, such as `claim/accept`. */
export async function act(browser: Browser, siteId: number, action: string, body?: unknown, overrides?: Overrides) {
  const response = await browser.post(`/api/sites/${siteId}/${action}/`, body, overrides);
  return response.status === 204 ? { status: 204, body: {} as Record<string, unknown> } : readResponse(response);
}

export const tokenFor = async (browser: Browser, siteId: number) =>
  String((await act(browser, siteId, "verification", { method: "meta" })).body["token"]);

export const check = async (browser: Browser, siteId: number) => act(browser, siteId, "verification/check");

const RESOLVERS = ["https://cloudflare-dns.com/dns-query", "https://dns.google/resolve"] as const;

/** Publishes a TXT record, as these resolvers see it. `owner` is the name that the record has. */
export function publishRecord(host: string, token: string, resolvers: readonly string[] = RESOLVERS, owner?: string) {
  const name = `_directory-verification.${host}`;
  for (const resolver of RESOLVERS)
    fakes.internet.set(
      `${resolver}?name=${name}&type=TXT`,
      Response.json({
        Status: 0,
        Answer: resolvers.includes(resolver)
          ? [
              { name, type: 16, data: '"v=spf1 -all"' },
              { name: owner ?? `${name}.`, type: 16, data: `"${token.slice(0, 20)}" "${token.slice(20)}"` },
            ]
          : [],
      }),
    );
}

export const [, GOOGLE] = RESOLVERS;

export const publishFile = (url: string, text: string, type = "text/plain; charset=utf-8") =>
  fakes.internet.set(url, new Response(text, { headers: { "Content-Type": type } }));

export const publishPage = (url: string, html: string) => publishFile(url, html, "text/html");
export const pageWith = (token: string) =>
  `<!doctype html><html><head><title>A</title>${metaTag(token)}</head><body><p>Hello</p></body></html>`;

/** Publishes what the method needs at a link that is a whole host. */
export function publish(method: ProofMethod, host: string, token: string): void {
  if (method === "dns") publishRecord(host, token);
  if (method === "file") publishFile(`https://${host}/.well-known/directory-verification.txt`, `${token}\n`);
  if (method === "meta") publishPage(`https://${host}/`, pageWith(token));
}

export const redirect = (from: string, to: string) =>
  fakes.internet.set(from, new Response(null, { status: 301, headers: { Location: to } }));

export const ownership = async (browser: Browser, siteId: number) =>
  (await browser.get(`/api/sites/${siteId}/ownership/`)).json<Ownership>();

export async function siteRow(id: number) {
  const [row] = await drizzle(env.DB).select().from(sites).where(eq(sites.id, id));
  return row!;
}
