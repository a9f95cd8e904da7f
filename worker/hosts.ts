/** Host names that nobody can own (RFC 2606, sections 2 and 3). `.test` is not one of them here: tests deploy to it. */
export const isPlaceholderHost = (host: string) =>
  /(^|\.)(example(\.(com|net|org))?|invalid|localhost)\.?$/i.test(host);

export const isWorkersDevHost = (host: string) => host.endsWith(".workers.dev");

type Settings = { vars?: Record<string, unknown>; routes?: unknown };

/**
 * Returns the routing settings of a deployed Worker. It serves only the host of `SITE_URL`. If `SITE_URL` is not set
 * yet, it serves workers.dev, where the site says which settings are missing.
 */
export function deployedRoutes({ vars, routes }: Settings) {
  const host = URL.parse(String(vars?.["SITE_URL"]))?.hostname;
  if (!host || isPlaceholderHost(host) || isWorkersDevHost(host)) return { workers_dev: true };
  return { workers_dev: false, routes: routes ?? [{ pattern: host, custom_domain: true }] };
}
