import type { Bindings } from "../../env.ts";

export function googleStandInEndpoints({ SITE_URL }: Pick<Bindings, "SITE_URL">) {
  const at = (path: string) => new URL(`/dev/google/${path}`, SITE_URL).href;
  return { authorize: at("authorize"), token: at("token"), keys: at("keys") };
}
