import type { SitePage } from "#schema/sites.ts";
import { percentile } from "./percentile.ts";
import { signedInHeaders, TOKENS } from "./bench-users.ts";

export type MixedFigures = {
  seconds: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** By kind of request and status, such as `like 200`. */
  responses: Record<string, number>;
  /** Status 500 or more, and failed connections. */
  errors: string[];
};

type Listed = { id: number; name: string; [field: string]: unknown };

const SHARED_SITES = 20;

/** Sends reads and writes as several users at the same time, many to the same sites. */
export async function measureMixedLoad(base: string, seconds: number): Promise<MixedFigures> {
  const times: number[] = [];
  const responses: Record<string, number> = {};
  const errors: string[] = [];
  const first = (await (await fetch(new URL("/api/saas/?page=50", base))).json()) as SitePage;
  const shared = first.results.concat(first.results).slice(0, SHARED_SITES);
  const end = performance.now() + seconds * 1000;
  let made = 0;

  const act = async (token: string, person: number) => {
    const headers = await signedInHeaders(base, token);
    const own: Listed[] = [];
    const call = async (kind: string, path: string, method = "GET", body?: object) => {
      const start = performance.now();
      try {
        const response = await fetch(new URL(path, base), {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        times.push(performance.now() - start);
        const outcome = `${kind} ${response.status}`;
        responses[outcome] = (responses[outcome] ?? 0) + 1;
        if (response.status >= 500) errors.push(`${outcome}: ${text.slice(0, 200)}`);
        return response.ok && text !== "" ? text : undefined;
      } catch (error) {
        errors.push(`${kind}: ${String(error)}`);
        return undefined;
      }
    };
    for (let step = person; performance.now() < end; step += 1) {
      const site = shared[step % shared.length]!;
      const name = `Mixed ${(made += 1)}`;
      const body = {
        name,
        link: `https://mixed-${made}.example/`,
        description: `Another open source app ${made % 7}`,
        category: ["finance", "security", "productivity"][made % 3],
        alternatives: [{ name: `Product co ${made % 11}`, link: "https://product.example/" }],
        blog: { content: JSON.stringify({ blocks: [{ type: "paragraph", data: { text: "Words" } }] }) },
      };
      const actions = [
        () => call("home", "/"),
        () => call("like", `/api/sites/${site.id}/like/`, "POST"),
        () => call("search", `/api/saas/?q=${["open source", "mixed", "app", "sofware"][made % 4]}`),
        async () => {
          const created = await call("create", "/api/sites/", "POST", body);
          if (created) own.push(JSON.parse(created) as Listed);
        },
        () => call("site page", `/${site.slug}`),
        () => call("unlike", `/api/sites/${site.id}/unlike/`, "POST"),
        async () => {
          const [edited] = own;
          if (!edited) return;
          const change = { ...edited, description: `Edited ${made}` };
          const saved = await call("edit", `/api/sites/${edited.id}/`, "PUT", change);
          // The next edit must be based on this version, else it is refused.
          if (saved) own[0] = JSON.parse(saved) as Listed;
        },
        () => own.length > 3 && call("delete", `/api/sites/${own.shift()!.id}/`, "DELETE"),
      ];
      await actions[step % actions.length]!();
    }
  };
  await Promise.all(TOKENS.map(act));
  return {
    seconds,
    perSecond: times.length / seconds,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    responses,
    errors,
  };
}
