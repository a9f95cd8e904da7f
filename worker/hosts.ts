/** Names that belong to nobody (RFC 2606, sections 2 and 3), but `.test`, which is there to be tried. */
export const isPlaceholderHost = (host: string) =>
  /(^|\.)(example(\.(com|net|org))?|invalid|localhost)\.?$/i.test(host);

/** The names that Cloudflare gives each Worker. */
export const isWorkersDevHost = (host: string) => host.endsWith(".workers.dev");

type Settings = { vars?: Record<string, unknown>; routes?: unknown };

/**
 * Where a deployed Worker answers, as settings of wrangler: at the host of `SITE_URL` alone. Until that is set, at
 * workers.dev, where it says what is missing.
 */
export function deployedRoutes({ vars, routes }: Settings) {
  const host = URL.parse(String(vars?.["SITE_URL"]))?.hostname;
  if (!host || isPlaceholderHost(host) || isWorkersDevHost(host)) return { workers_dev: true };
  return { workers_dev: false, routes: routes ?? [{ pattern: host, custom_domain: true }] };
}
