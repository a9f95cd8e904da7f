import { setTimeout as wait } from "node:timers/promises";
import { MINUTE_MS } from "#schema/values/dates.ts";

/** How long a check waits for an answer, in milliseconds. */
const ANSWER_MS = 15_000;
/** How long the edge may take to serve a new version, and a new address with its certificate. In milliseconds. */
const VERSION_MS = 120_000;
const ADDRESS_MS = 600_000;
const PAUSES_MS = [0, 500, 1000, 2000, 4000];
const LONGEST_PAUSE_MS = 5000;
/** /api/health/ repeats an answer for five seconds: worker/features/health/routes.ts */
const HEALTH_AGAIN_MS = 5500;

type Health = { status?: string; version?: string; problems?: Record<string, string> };

/**
 * Visits the deployed site: its health, a page, a list, and the refusal of a forged webhook. It waits until the edge
 * serves the new version.
 * @returns what is wrong, in sentences. An empty list means that the site works.
 */
export async function checkSite(
  origin: string,
  { version, isNewAddress, hasPayments }: { version: string; isNewAddress: boolean; hasPayments: boolean },
): Promise<string[]> {
  const health = await waitForVersion(origin, version, isNewAddress ? ADDRESS_MS : VERSION_MS);
  if (typeof health === "string") return [health];
  const problems: string[] = [];
  // A part may fail once without reason. A second answer that is not a repetition decides.
  const again = health.status === "ok" ? health : await wait(HEALTH_AGAIN_MS).then(() => readHealth(origin));
  const parts = Object.entries(again.problems ?? {}).map(([part, problem]) => `${part} ${problem}`);
  if (again.status !== "ok" || (hasPayments && again.problems?.["payments"]))
    problems.push(`/api/health/ says: ${parts.join(", ") || again.status || "no status"}.`);
  problems.push(
    ...(await check(`${origin}/`, {}, async (response) => {
      const isPage = response.status === 200 && /<html[\s>]/.test(await response.text());
      return isPage ? undefined : "and not with the home page";
    })),
    ...(await check(`${origin}/api/saas/`, {}, async (response) => {
      const { results } = (await response.json()) as { results?: unknown };
      return response.status === 200 && Array.isArray(results) ? undefined : "and not with a list";
    })),
    ...(await check(
      `${origin}/api/stripe/webhook/`,
      { method: "POST", body: "{}", headers: { "Stripe-Signature": "t=1,v1=forged" } },
      async (response) => {
        const expected = hasPayments ? 400 : 503;
        return response.status === expected ? undefined : `to a forged event, but it should answer ${expected}`;
      },
    )),
  );
  return problems;
}

const request = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS) });

async function readHealth(origin: string): Promise<Health> {
  try {
    return (await (await request(`${origin}/api/health/`)).json()) as Health;
  } catch {
    return {};
  }
}

/** Returns the first health of the new version, or a sentence if it does not come in time. */
async function waitForVersion(origin: string, version: string, patienceMs: number): Promise<Health | string> {
  const until = Date.now() + patienceMs;
  for (let attempt = 0; Date.now() < until; attempt += 1) {
    await wait(PAUSES_MS[attempt] ?? LONGEST_PAUSE_MS);
    const health = await readHealth(origin);
    if (health.version === version) return health;
  }
  return `${origin}/api/health/ did not answer with the new version within ${patienceMs / MINUTE_MS} minutes.`;
}

/** Returns a sentence if the answer is wrong or missing. */
async function check(
  url: string,
  init: RequestInit,
  judge: (response: Response) => Promise<string | undefined>,
): Promise<string[]> {
  try {
    const response = await request(url, init);
    const wrong = await judge(response);
    return wrong === undefined ? [] : [`${url} answered ${response.status} ${wrong}.`];
  } catch {
    return [`${url} did not answer as expected.`];
  }
}
