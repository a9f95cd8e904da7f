import { type Api, ApiError, type Call, ok, permit } from "./api.ts";
import { type Binding, type Deployment, newId, newUuid, now, type Script, type Version } from "./account.ts";
import { readVersion } from "./upload.ts";
import { deployedVersion } from "./runtime.ts";

/** developers.cloudflare.com/workers/platform/limits#account-plan-limits */
const CRONS = { free: 5, paid: 250 };
const SCRIPTS = { free: 100, paid: 500 };

// developers.cloudflare.com/api/resources/workers
export function serveScripts(api: Api): void {
  const scripts = "/accounts/:account/workers/scripts";
  api.use("/accounts/:account/workers/*", permit("Workers Scripts"));

  api.get("/accounts/:account/workers/subdomain", (c) => {
    const { subdomain } = c.get("account");
    if (!subdomain) throw new ApiError(404, 10_007, "You do not have a workers.dev subdomain.");
    return ok(c, { subdomain });
  });
  api.put("/accounts/:account/workers/subdomain", async (c) => {
    const { subdomain } = (await c.req.json()) as { subdomain?: string };
    const account = c.get("account");
    if (account.subdomain) throw new ApiError(409, 10_036, "This account already has a workers.dev subdomain.");
    if (!subdomain || isTaken(c, subdomain)) throw new ApiError(409, 10_031, "This subdomain is not available.");
    account.subdomain = subdomain;
    return ok(c, { subdomain });
  });
  // Code 10032 means that the name is free: workers-sdk, deploy-helpers, subdomain.ts
  api.get("/accounts/:account/workers/subdomains/:name", (c) => {
    if (isTaken(c, c.req.param("name"))) throw new ApiError(409, 10_031, "subdomain_unavailable");
    throw new ApiError(404, 10_032, "subdomain not found");
  });

  api.get(scripts, (c) =>
    ok(
      c,
      c.get("account").scripts.map(({ name, tag, created_on }) => ({ id: name, tag, created_on })),
    ),
  );
  api.put(`${scripts}/:script`, async (c) => {
    const account = c.get("account");
    const name = c.req.param("script");
    if (!/^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/.test(name))
      throw new ApiError(400, 10_016, "Script name is not valid.");
    let script = lookUp(c);
    // workers-sdk, deploy-helpers, validate-worker-props.ts: the first upload needs the account's subdomain.
    if (!script && !account.subdomain)
      throw new ApiError(
        403,
        10_063,
        "You need a workers.dev subdomain in order to proceed. Please go to the dashboard and open the Workers menu. " +
          "Opening the Workers landing page for the first time will create a workers.dev subdomain automatically.",
      );
    const version = await readVersion(c, account, script);
    if (!script) {
      if (account.scripts.length >= SCRIPTS[account.plan])
        throw new ApiError(
          403,
          10_037,
          `You have exceeded the limit of ${SCRIPTS[account.plan]} Workers on your account.`,
        );
      const subdomain = { enabled: false, previews_enabled: false };
      script = {
        name,
        tag: newId(),
        created_on: now(),
        versions: [],
        deployments: [],
        settings: {},
        crons: [],
        subdomain,
      };
      account.scripts.push(script);
    }
    script.versions.push(version);
    script.settings = settingsOf(version);
    deploy(c, script, [{ version_id: version.id, percentage: 100 }], {});
    return ok(c, { id: name, etag: version.id, startup_time_ms: 20, deployment_id: version.id.replaceAll("-", "") });
  });

  api.post(`${scripts}/:script/versions`, async (c) => {
    const script = find(c);
    const version = await readVersion(c, c.get("account"), script);
    script.versions.push(version);
    return ok(c, { ...shownVersion(version), startup_time_ms: 20 });
  });
  api.get(`${scripts}/:script/versions`, (c) => {
    const limit = c.req.query("deployable") ? 100 : Number(c.req.query("per_page") ?? 10);
    return ok(c, { items: find(c).versions.toReversed().slice(0, limit).map(shownVersion) });
  });
  api.get(`${scripts}/:script/versions/:version`, (c) => ok(c, shownVersion(findVersion(c, c.req.param("version")))));

  api.get(`${scripts}/:script/deployments`, (c) => ok(c, { deployments: find(c).deployments }));
  api.post(`${scripts}/:script/deployments`, async (c) => {
    const { versions = [], annotations = {} } = (await c.req.json()) as Partial<Deployment>;
    const script = find(c);
    // developers.cloudflare.com/workers/configuration/versions-and-deployments/gradual-deployments
    const sum = versions.reduce((total, { percentage }) => total + percentage, 0);
    if (versions.length === 0 || versions.length > 2 || sum !== 100)
      throw new ApiError(400, 10_021, "One or two versions must add up to 100 percent.");
    const found = versions.map(({ version_id }) => findVersion(c, version_id));
    const changed = changedSecrets(found[0]!, script.versions.at(-1)!);
    // workers-sdk, packages/wrangler/src/versions/rollback
    if (changed.length > 0 && c.req.query("force") !== "true")
      throw new ApiError(
        400,
        10_220,
        `You cannot deploy a version with secrets that changed since. The following secrets have changed: ${changed.join(", ")}`,
      );
    return ok(c, deploy(c, script, versions, annotations));
  });

  api.get(`${scripts}/:script/settings`, (c) =>
    ok(c, { bindings: shownBindings(find(c).versions.at(-1)!), ...find(c).settings }),
  );
  api.get(`${scripts}/:script/script-settings`, (c) => ok(c, find(c).settings));
  api.patch(`${scripts}/:script/script-settings`, async (c) => {
    const script = find(c);
    Object.assign(script.settings, await c.req.json());
    return ok(c, script.settings);
  });

  api.get(`${scripts}/:script/schedules`, (c) => ok(c, { schedules: find(c).crons }));
  api.put(`${scripts}/:script/schedules`, async (c) => {
    const script = find(c);
    const { scripts: all, plan } = c.get("account");
    const given = (await c.req.json()) as { cron: string }[];
    const others = all.filter((one) => one !== script).reduce((sum, { crons }) => sum + crons.length, 0);
    // workers-sdk/issues/15194
    if (others + given.length > CRONS[plan])
      throw new ApiError(
        400,
        10_072,
        `This account has reached the Workers ${plan === "free" ? "Free" : "Paid"} limit of ${CRONS[plan]} cron triggers per account.`,
      );
    const bad = given.find(({ cron }) => cron.trim().split(/\s+/).length !== 5);
    if (bad) throw new ApiError(400, 10_100, `invalid cron string: ${bad.cron}`);
    script.crons = given.map(({ cron }) => ({ cron, created_on: now(), modified_on: now() }));
    return ok(c, { schedules: script.crons });
  });

  api.get(`${scripts}/:script/subdomain`, (c) => ok(c, find(c).subdomain));
  api.post(`${scripts}/:script/subdomain`, async (c) => {
    const { enabled = false, previews_enabled = enabled } = (await c.req.json()) as Partial<Script["subdomain"]>;
    const script = find(c);
    if (enabled && !c.get("account").subdomain)
      throw new ApiError(403, 10_063, "You need a workers.dev subdomain in order to proceed.");
    script.subdomain = { enabled, previews_enabled };
    c.get("world").runtime.changed();
    return ok(c, script.subdomain);
  });

  api.get(`${scripts}/:script/secrets`, (c) =>
    ok(
      c,
      secretsOf(find(c)).map(({ name, type }) => ({ name, type })),
    ),
  );
  api.put(`${scripts}/:script/secrets`, async (c) => {
    const { name, text } = (await c.req.json()) as { name: string; text: string };
    changeSecrets(c, { [name]: { text } });
    return ok(c, { name, type: "secret_text" });
  });
  api.patch(`${scripts}/:script/secrets-bulk`, async (c) => {
    const { secrets } = (await c.req.json()) as { secrets: Record<string, { text: string } | null> };
    changeSecrets(c, secrets);
    return ok(
      c,
      secretsOf(find(c)).map(({ name, type }) => ({ name, type })),
    );
  });
  api.delete(`${scripts}/:script/secrets/:name`, (c) => {
    changeSecrets(c, { [c.req.param("name")]: null });
    return ok(c, null);
  });

  api.get("/accounts/:account/workers/services/:script", (c) => {
    const script = lookUp(c);
    if (!script) throw new ApiError(404, 10_090, "workers.api.error.service_not_found");
    const { tag, settings } = script;
    const environment = {
      environment: "production",
      script: { tag, tags: settings["tags"] ?? null, last_deployed_from: "wrangler" },
    };
    return ok(c, { id: script.name, default_environment: environment });
  });
  api.get("/accounts/:account/workers/workers/:script", (c) => {
    const { name, tag, subdomain } = find(c);
    const account = c.get("account");
    const url = account.subdomain && `https://${name}.${account.subdomain}.workers.dev`;
    return ok(c, { id: tag, name, subdomain: { ...subdomain, ...(url && { url }) } });
  });
  api.patch("/accounts/:account/workers/workers/:script/versions/latest", async (c) => {
    const script = find(c);
    if (script.versions.length === 0) throw new ApiError(400, 10_222, "There are no versions of this Worker.");
    const { env, annotations } = (await c.req.json()) as {
      env: Record<string, { text: string } | null>;
      annotations?: Record<string, string>;
    };
    const version = withSecrets(script.versions.at(-1)!, env);
    script.versions.push({ ...version, annotations: { ...version.annotations, ...annotations } });
    return ok(c, { id: version.id });
  });
}

const isTaken = (c: Call, name: string) => c.get("world").accounts.some(({ subdomain }) => subdomain === name);

const lookUp = (c: Call) => c.get("account").scripts.find(({ name }) => name === c.req.param("script"));

export function find(c: Call): Script {
  const script = lookUp(c);
  if (!script) throw new ApiError(404, 10_007, "This Worker does not exist on your account.");
  return script;
}

function findVersion(c: Call, id: string): Version {
  const version = find(c).versions.find((one) => one.id === id);
  if (!version) throw new ApiError(404, 10_083, "The requested Worker version could not be found.");
  return version;
}

function deploy(
  c: Call,
  script: Script,
  versions: Deployment["versions"],
  annotations: Record<string, string>,
): Deployment {
  const deployment: Deployment = {
    id: newUuid(),
    source: "wrangler",
    strategy: "percentage",
    author_email: "operator@example.com",
    created_on: now(),
    annotations,
    versions,
  };
  script.deployments.unshift(deployment);
  c.get("world").runtime.changed();
  return deployment;
}

const settingsOf = ({ metadata }: Version) => ({
  observability: metadata["observability"] ?? { enabled: false },
  logpush: metadata["logpush"] ?? false,
  tags: metadata["tags"] ?? null,
  tail_consumers: metadata["tail_consumers"] ?? [],
});

const secretsOf = ({ versions }: Script) =>
  (versions.at(-1)?.bindings ?? []).filter(({ type }) => type === "secret_text");

/** Answers never have the value of a secret. */
const shownBindings = ({ bindings }: Version) =>
  bindings.map(({ text, ...binding }) =>
    binding.type === "secret_text" ? binding : { ...binding, ...(text !== undefined && { text }) },
  );

const shownVersion = (version: Version) => ({
  id: version.id,
  number: version.number,
  metadata: {
    created_on: version.created_on,
    modified_on: version.created_on,
    source: "wrangler",
    author_email: "operator@example.com",
  },
  annotations: version.annotations,
  resources: {
    bindings: shownBindings(version),
    script: { etag: version.id, handlers: ["fetch"], last_deployed_from: "wrangler" },
    script_runtime: {
      compatibility_date: version.metadata["compatibility_date"],
      compatibility_flags: version.metadata["compatibility_flags"],
      usage_model: "standard",
      limits: version.metadata["limits"] ?? {},
    },
  },
});

function withSecrets(version: Version, secrets: Record<string, { text: string } | null>): Version {
  const others = version.bindings.filter(({ name }) => !(name in secrets));
  const added: Binding[] = Object.entries(secrets).flatMap(([name, secret]) =>
    secret ? [{ name, type: "secret_text", text: secret.text }] : [],
  );
  return { ...version, id: newUuid(), number: version.number + 1, created_on: now(), bindings: [...others, ...added] };
}

/** A changed secret is a new version, deployed at once: developers.cloudflare.com/workers/configuration/secrets */
function changeSecrets(c: Call, secrets: Record<string, { text: string } | null>): void {
  const script = find(c);
  const latest = script.versions.at(-1)!;
  // workers-sdk, packages/wrangler/src/secret: VERSION_NOT_DEPLOYED_ERR_CODE
  if (deployedVersion(script) !== latest)
    throw new ApiError(
      400,
      10_215,
      "Secret edit failed. You attempted to modify a secret, but the latest version of your Worker isn't currently deployed.",
    );
  const version = withSecrets(latest, secrets);
  script.versions.push(version);
  deploy(c, script, [{ version_id: version.id, percentage: 100 }], {});
}

function changedSecrets(version: Version, latest: Version): string[] {
  const valueOf = (of: Version, name: string) =>
    of.bindings.find((one) => one.type === "secret_text" && one.name === name)?.["text"];
  const names = [version, latest].flatMap(({ bindings }) =>
    bindings.filter(({ type }) => type === "secret_text").map(({ name }) => name),
  );
  return [...new Set(names)].filter((name) => valueOf(version, name) !== valueOf(latest, name));
}
