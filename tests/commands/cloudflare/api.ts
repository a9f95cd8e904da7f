import { onTestFinished } from "vitest";
import { type Cloudflare, type Options, startCloudflare } from "../../support/cloudflare/start.ts";

/** Starts a stand-in of Cloudflare for one test. */
export async function useCloudflare(options?: Options): Promise<Cloudflare> {
  const cloudflare = await startCloudflare(options);
  onTestFinished(() => cloudflare.stop());
  return cloudflare;
}

/** Calls the API. `place` is below the account. Returns the result. */
export async function call<T = Record<string, string>>(
  { env, account }: Cloudflare,
  method: string,
  place: string,
  body: unknown,
): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${env.CLOUDFLARE_API_BASE_URL}/accounts/${account.id}${place}`, {
    method,
    headers: {
      Authorization: `Bearer ${env.CLOUDFLARE_API_TOKEN}`,
      ...(!isForm && { "Content-Type": "application/json" }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  return ((await response.json()) as { result: T }).result;
}
