import * as z from "zod/mini";
import type { Ports } from "../ports.ts";

/** How a website or the domain name system answers. */
const answerForm = z.object({
  status: z.optional(z.int().check(z.minimum(200), z.maximum(599))),
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.string()),
  /** Before the response. */
  delay_ms: z.optional(z.int().check(z.minimum(0))),
  /** The connection fails, as with a certificate of another host. */
  certificate_error: z.optional(z.boolean()),
  /** The address to which the response redirects, for good unless `status` says otherwise. */
  redirect: z.optional(z.string()),
  /** Records of a name. */
  txt: z.optional(z.union([z.string(), z.array(z.string())])),
});
type Answer = z.output<typeof answerForm>;

/** The body of POST /dev/internet: a URL, or a name for which resolvers are asked. */
export const internetForm = z.object({
  url: z.optional(z.url()),
  dns: z.optional(z.string()),
  answer: answerForm,
});

/** By URL, or by `dns:` and a name. All else is unknown. */
const answers = new Map<string, Answer>();

export const clearInternet = (): void => answers.clear();

export function setInternet({ url, dns, answer }: z.output<typeof internetForm>): void {
  if (url) answers.set(new URL(url).href, answer);
  if (dns) answers.set(keyOfName(dns), answer);
}

const keyOfName = (name: string) => `dns:${name.toLowerCase().replace(/\.$/, "")}`;

/** Resolvers that answer over HTTPS. Their answers follow from the names that are set. */
const RESOLVERS = new Set(["https://cloudflare-dns.com/dns-query", "https://dns.google/resolve"]);

/** The internet of local runs. @throws TypeError for what is not set, as `fetch` does for an unknown host. */
export const localInternet =
  ({ timeout }: Pick<Ports, "timeout">): Ports["fetch"] =>
  async (url, { signal }) => {
    const answer = answers.get(url.href);
    if (!answer && RESOLVERS.has(url.origin + url.pathname)) return resolve(url.searchParams.get("name") ?? "");
    if (!answer || answer.certificate_error) throw new TypeError(`Nothing is set for ${url.href} at /dev/internet.`);
    if (answer.delay_ms) await aborted(AbortSignal.any([signal, timeout(answer.delay_ms)]));
    signal.throwIfAborted();
    const { redirect, status = redirect ? 301 : 200 } = answer;
    const headers = { ...(redirect && { Location: redirect }), "Content-Type": "text/html", ...answer.headers };
    const hasBody = status !== 204 && status !== 205 && status !== 304;
    return new Response(hasBody ? (answer.body ?? "") : null, { status, headers });
  };

const aborted = (signal: AbortSignal) =>
  new Promise<void>((done) => {
    if (signal.aborted) done();
    else signal.addEventListener("abort", () => done(), { once: true });
  });

const NO_SUCH_NAME = 3;
const TXT = 16;

/** https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/ */
function resolve(name: string): Response {
  const { txt } = answers.get(keyOfName(name)) ?? {};
  if (txt === undefined) return Response.json({ Status: NO_SUCH_NAME });
  const records = [txt].flat().map((data) => ({ name, type: TXT, TTL: 300, data: JSON.stringify(data) }));
  return Response.json({ Status: 0, Answer: records }, { headers: { "Content-Type": "application/dns-json" } });
}
