import type { Ports } from "#worker/ports.ts";

/** Ports with an internet that has only these responses, by URL. `fetched` lists what was asked for. */
export function internetWith(responses: Record<string, () => Response> = {}) {
  const fetched: string[] = [];
  const ports = {
    ownHost: "directory.example.com",
    timeout: () => new AbortController().signal,
    async fetch({ href }: URL) {
      fetched.push(href);
      const answer = responses[href];
      if (!answer) throw new TypeError(`This internet has no ${href}`);
      return answer();
    },
  };
  return { ports: ports as unknown as Ports, fetched };
}

export const redirectTo =
  (location: string, status = 302) =>
  () =>
    new Response(null, { status, headers: { Location: location } });

export const webPage =
  (html: string, type = "text/html") =>
  () =>
    new Response(html, { headers: { "Content-Type": type } });
