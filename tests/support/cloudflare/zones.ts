import { type Api, ApiError, type Call, ok, page, permit } from "./api.ts";
import { type Account, type Domain, newId, now, type Zone } from "./account.ts";
import { find } from "./scripts.ts";

export function serveZones(api: Api): void {
  api.use("/zones/:zone/dns_records", permit("DNS"));
  api.use("/zones/:zone/workers/routes", permit("Workers Routes"));
  api.use("/zones/:zone/email/*", permit("Email Sending"));
  api.get("/zones", permit("Zone"), (c) => {
    const wanted = c.req.query("account.id");
    const { accounts: allowed } = c.get("token");
    const accounts = c
      .get("world")
      .accounts.filter(({ id }) => (!wanted || id === wanted) && (!allowed || allowed.includes(id)));
    const name = c.req.query("name");
    const zones = accounts.flatMap((account) => account.zones.map((zone) => shown(account, zone)));
    return page(
      c,
      zones.filter((zone) => !name || zone.name === name),
    );
  });
  api.get("/zones/:zone", permit("Zone"), (c) => {
    const { account, zone } = findZone(c);
    return ok(c, shown(account, zone));
  });
  api.get("/zones/:zone/dns_records", (c) => {
    const name = c.req.query("name") ?? c.req.query("name.exact");
    return page(
      c,
      findZone(c).zone.records.filter((record) => !name || record.name === name),
      100,
    );
  });
  api.get("/zones/:zone/workers/routes", (c) => ok(c, findZone(c).zone.routes));

  serveEmail(api);
  serveDomains(api);
}

// developers.cloudflare.com/email-service/configuration/domains, workers-sdk/pull/14240
function serveEmail(api: Api): void {
  const root = "/zones/:zone/email/sending/subdomains";
  api.get(root, (c) => ok(c, findZone(c).zone.sending));
  api.post(root, async (c) => {
    const { account, zone } = findZone(c);
    const { name } = (await c.req.json()) as { name?: string };
    if (!name || !isWithin(name, zone))
      throw new ApiError(400, 2001, `The domain ${name ?? ""} is not in the zone ${zone.name}.`);
    // developers.cloudflare.com/email-service/platform/pricing: sending to arbitrary recipients needs Workers Paid.
    if (account.plan === "free") throw new ApiError(403, 2002, "Email Sending requires the Workers Paid plan.");
    if (zone.sending.some((one) => one.name === name))
      throw new ApiError(409, 2003, `Email Sending is already enabled for ${name}.`);
    const domain = { tag: newId(), name, enabled: true, created: now() };
    zone.sending.push(domain);
    return ok(c, domain);
  });
  api.get(`${root}/:tag`, (c) => ok(c, findSending(c)));
  api.get(`${root}/:tag/dns`, (c) => {
    const { name } = findSending(c);
    const record = (type: string, label: string, content: string, more = {}) => ({
      type,
      name: `${label}.${name}`,
      content,
      ttl: 1,
      ...more,
    });
    return ok(c, [
      record("MX", "cf-bounce", "route1.mx.cloudflare.net", { priority: 10 }),
      record("TXT", "cf-bounce", '"v=spf1 include:_spf.mx.cloudflare.net ~all"'),
      record("TXT", "cf-bounce._domainkey", '"v=DKIM1; h=sha256; k=rsa; p=MIIB"'),
      record("TXT", "_dmarc", '"v=DMARC1; p=reject;"'),
    ]);
  });
  api.get("/accounts/:account/email/sending/zones", (c) =>
    page(
      c,
      c
        .get("account")
        .zones.filter(({ sending }) => sending.length > 0)
        .map(({ id, name }) => ({ id, name })),
    ),
  );
}

// developers.cloudflare.com/workers/configuration/routing/custom-domains
function serveDomains(api: Api): void {
  const root = "/accounts/:account/workers/domains";
  const script = "/accounts/:account/workers/scripts/:script";
  api.get(root, (c) => {
    const { hostname, service } = c.req.query();
    return ok(
      c,
      c
        .get("account")
        .domains.filter((one) => (!hostname || one.hostname === hostname) && (!service || one.service === service)),
    );
  });
  api.put(root, async (c) => {
    const { hostname = "", service = "", zone_id, zone_name } = (await c.req.json()) as Record<string, string>;
    return ok(c, attach(c, { hostname, service, zone_id, zone_name }, { dns: false, origin: false }));
  });
  // wrangler's own call: workers-sdk, deploy-helpers, publish-routes.ts
  api.put(`${script}/domains/records`, async (c) => {
    const body = (await c.req.json()) as {
      override_existing_dns_record?: boolean;
      override_existing_origin?: boolean;
      origins: Record<string, string>[];
    };
    const force = { dns: body.override_existing_dns_record ?? false, origin: body.override_existing_origin ?? false };
    const service = find(c).name;
    return ok(
      c,
      body.origins.map(({ hostname = "", zone_id, zone_name }) =>
        attach(c, { hostname, service, zone_id, zone_name }, force),
      ),
    );
  });
  api.post(`${script}/domains/changeset`, async (c) => {
    const { domains } = c.get("account");
    const service = find(c).name;
    const given = ((await c.req.json()) as { hostname: string }[]).map(({ hostname }) => {
      const known = domains.find((one) => one.hostname === hostname);
      const zone = zoneOf(c.get("account"), hostname);
      const conflicts = !known && zone.records.some(({ name }) => name === hostname);
      const domain = { id: known?.id ?? "", hostname, service, zone_id: zone.id, zone_name: zone.name };
      return { known, conflicts, domain: { ...domain, modified: known !== undefined && known.service !== service } };
    });
    const of = (wanted: (one: (typeof given)[number]) => boolean) => given.filter(wanted).map(({ domain }) => domain);
    return ok(c, {
      added: of(({ known, conflicts }) => !known && !conflicts),
      removed: [],
      updated: of(({ known }) => known !== undefined),
      conflicting: of(({ conflicts }) => conflicts),
    });
  });
  api.get(`${root}/records/:id`, (c) => {
    const domain = c.get("account").domains.find(({ id }) => id === c.req.param("id"));
    if (!domain) throw new ApiError(404, 100_115, "The domain was not found.");
    return ok(c, domain);
  });
  api.put(`${script}/routes`, async (c) => {
    const { name } = find(c);
    const { zones } = c.get("account");
    const given = (await c.req.json()) as { pattern: string }[];
    for (const zone of zones) zone.routes = zone.routes.filter((route) => route.script !== name);
    for (const { pattern } of given) {
      const zone = zoneOf(
        c.get("account"),
        pattern
          .replace(/^https?:\/\//, "")
          .split("/")[0]!
          .replace(/^\*\.?/, ""),
      );
      if (zone.routes.some((route) => route.pattern === pattern))
        throw new ApiError(409, 10_020, `Route ${pattern} is already assigned to another Worker.`);
      zone.routes.push({ id: newId(), pattern, script: name });
    }
    return ok(
      c,
      given.map(({ pattern }) => pattern),
    );
  });
}

type Wanted = { hostname: string; service: string; zone_id?: string | undefined; zone_name?: string | undefined };

/** Codes 100116 and 100117: workers-sdk/issues/9878 */
function attach(
  c: Call,
  { hostname, service, zone_id, zone_name }: Wanted,
  force: { dns: boolean; origin: boolean },
): Domain {
  const account = c.get("account");
  if (!account.scripts.some(({ name }) => name === service))
    throw new ApiError(404, 10_007, "This Worker does not exist on your account.");
  const zone = zoneOf(account, hostname);
  if ((zone_id && zone_id !== zone.id) || (zone_name && zone_name !== zone.name))
    throw new ApiError(400, 100_114, `Hostname '${hostname}' is not in the given zone.`);
  const known = account.domains.find((one) => one.hostname === hostname);
  if (known && known.service !== service && !force.origin)
    throw new ApiError(
      409,
      100_116,
      `Hostname '${hostname}' is already in use by another Worker. Either delete it, try a different hostname, or use the option 'override_existing_origin' to override.`,
    );
  if (!known && zone.records.some(({ name }) => name === hostname) && !force.dns)
    throw new ApiError(
      409,
      100_117,
      `Hostname '${hostname}' already has externally managed DNS records (A, CNAME, etc). Either delete them, try a different hostname, or use the option 'override_existing_dns_record' to override.`,
    );
  const domain = {
    id: known?.id ?? newId(),
    hostname,
    service,
    zone_id: zone.id,
    zone_name: zone.name,
    environment: "production",
  };
  account.domains.splice(known ? account.domains.indexOf(known) : account.domains.length, known ? 1 : 0, domain);
  zone.records = zone.records.filter(({ name }) => name !== hostname);
  c.get("world").runtime.changed();
  return domain;
}

const isWithin = (host: string, { name }: Zone) => host === name || host.endsWith(`.${name}`);

function zoneOf(account: Account, host: string): Zone {
  const zone = account.zones.find((one) => isWithin(host, one));
  if (!zone) throw new ApiError(404, 100_113, `The zone of hostname '${host}' was not found in your account.`);
  return zone;
}

function findZone(c: Call): { account: Account; zone: Zone } {
  const { accounts: allowed } = c.get("token");
  for (const account of c.get("world").accounts) {
    const zone = account.zones.find(({ id }) => id === c.req.param("zone"));
    if (zone && (!allowed || allowed.includes(account.id))) return { account, zone };
  }
  throw new ApiError(403, 10_000, "Authentication error");
}

function findSending(c: Call) {
  const domain = findZone(c).zone.sending.find(({ tag }) => tag === c.req.param("tag"));
  if (!domain) throw new ApiError(404, 2004, "The sending domain was not found.");
  return domain;
}

const shown = ({ id, name }: Account, zone: Zone) => ({
  id: zone.id,
  name: zone.name,
  status: zone.status,
  account: { id, name },
});
