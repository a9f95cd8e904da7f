/** Reserved host names (RFC 2606). Without `.test`, because tests use it as the host of a deployment. */
export const isPlaceholderHost = (host: string) =>
  /(^|\.)(example(\.(com|net|org))?|invalid|localhost)\.?$/i.test(host);

export const isWorkersDevHost = (host: string) => host.endsWith(".workers.dev");

type Settings = { vars?: Record<string, unknown>; routes?: unknown };

/**
 * A deployed Worker serves only the host of `SITE_URL`. If `SITE_URL` is not set yet, it serves workers.dev, where
 * every page names the missing settings.
 */
export function deployedRoutes({ vars, routes }: Settings) {
  const host = URL.parse(String(vars?.["SITE_URL"]))?.hostname;
  if (!host || isPlaceholderHost(host) || isWorkersDevHost(host)) return { workers_dev: true };
  return { workers_dev: false, routes: routes ?? [{ pattern: host, custom_domain: true }] };
}
