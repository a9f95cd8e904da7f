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

type OwnSite = { id: number; name: string; [field: string]: unknown };

/** Sends reads and writes as several users at the same time, all of them to the same six sites. */
export async function measureMixedLoad(base: string, seconds: number): Promise<MixedFigures> {
  const times: number[] = [];
  const responses: Record<string, number> = {};
  const errors: string[] = [];
  const page = (await (await fetch(new URL("/api/saas/?page=50", base))).json()) as SitePage;
  const shared = page.results;
  const end = performance.now() + seconds * 1000;
  let totalSteps = 0;

  const act = async (token: string, firstStep: number) => {
    const headers = await signedInHeaders(base, token);
    const own: OwnSite[] = [];
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
    for (let step = firstStep; performance.now() < end; step += 1) {
      const site = shared[step % shared.length]!;
      const name = `Mixed ${(totalSteps += 1)}`;
      const body = {
        name,
        link: `https://mixed-${totalSteps}.example/`,
        description: `Another open source app ${totalSteps % 7}`,
        category: ["finance", "security", "productivity"][totalSteps % 3],
        alternatives: [{ name: `Product co ${totalSteps % 11}`, link: "https://product.example/" }],
        blog: { content: JSON.stringify({ blocks: [{ type: "paragraph", data: { text: "Words" } }] }) },
      };
      const actions = [
        () => call("home", "/"),
        () => call("like", `/api/sites/${site.id}/like/`, "POST"),
        // The search corrects "sofware".
        () => call("search", `/api/saas/?q=${["open source", "mixed", "app", "sofware"][totalSteps % 4]}`),
        async () => {
          const created = await call("create", "/api/sites/", "POST", body);
          if (created) own.push(JSON.parse(created) as OwnSite);
        },
        () => call("site page", `/${site.slug}`),
        () => call("unlike", `/api/sites/${site.id}/unlike/`, "POST"),
        async () => {
          const [edited] = own;
          if (!edited) return;
          const change = { ...edited, description: `Edited ${totalSteps}` };
          const saved = await call("edit", `/api/sites/${edited.id}/`, "PUT", change);
          // The next edit must send the new `updated_at`, else it is refused.
          if (saved) own[0] = JSON.parse(saved) as OwnSite;
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
