import { gzipSync } from "node:zlib";
import { ApiError, type Call } from "./api.ts";
import { type Account, type Binding, type Module, newUuid, now, type Script, type Version } from "./account.ts";
import { finishedManifest } from "./assets.ts";
import { isModuleType } from "./runtime.ts";

/** Compressed bytes: workers-sdk/issues/9101 (Workers Free), developers.cloudflare.com/workers/platform/limits */
const UPLOAD_BYTES = { free: 3 * 1024 ** 2, paid: 10 * 1024 ** 2 };
/** developers.cloudflare.com/workers/platform/limits#environment-variables */
const VARIABLES = { free: 64, paid: 128 };
const VARIABLE_BYTES = 5 * 1024;
const LATEST_DATE = "2026-11-23";

/**
 * Reads the form of an upload: developers.cloudflare.com/workers/configuration/multipart-upload-metadata
 * @throws ApiError with Cloudflare's code if the upload cannot become a version.
 */
export async function readVersion(c: Call, account: Account, script: Script | undefined): Promise<Version> {
  const form = await c.req.formData();
  const metadata = readMetadata(form.get("metadata"));
  const {
    main_module,
    body_part,
    bindings: given = [],
    assets,
    keep_bindings = [],
    keep_assets,
    annotations,
    ...rest
  } = metadata;
  const modules: Module[] = [];
  for (const [key, value] of form.entries()) {
    // A source map is no module, and no part of the size.
    if (key === "metadata" || typeof value === "string" || value.type === "application/source-map") continue;
    modules.push({
      name: value.name || key,
      type: value.type.split(";")[0]!,
      content: Buffer.from(await value.arrayBuffer()),
    });
  }
  const main = String(main_module ?? body_part ?? "");
  requireModules(modules, main, account);
  requireRuntime(rest);
  if (account.plan === "free" && (rest["limits"] as { cpu_ms?: number } | undefined)?.cpu_ms !== undefined)
    throw new ApiError(400, 100_328, "CPU limits are not supported for the Free plan.");

  const latest = script?.versions.at(-1);
  const own = given as Binding[];
  requireNames(own);
  // Without new secrets, an upload keeps those of the version before: developers.cloudflare.com/workers/configuration/secrets
  const hasSecrets = own.some(({ type }) => type === "secret_text");
  const kept = new Set([...(keep_bindings as string[]), ...(hasSecrets ? [] : ["secret_text"])]);
  const bindings = [
    ...own.map((binding) => (binding.type === "inherit" ? inherited(binding, latest) : binding)),
    ...(latest?.bindings ?? []).filter(
      (binding) => kept.has(binding.type) && !own.some(({ name }) => name === binding.name),
    ),
  ];
  requireVariables(bindings, account);
  for (const binding of bindings) requireTarget(binding, account, script);
  const oldAssets = keep_assets === true ? latest?.assets : undefined;
  return {
    id: newUuid(),
    number: (latest?.number ?? 0) + 1,
    created_on: now(),
    annotations: { "workers/triggered_by": "upload", ...(annotations as Record<string, string> | undefined) },
    metadata: rest,
    main,
    modules,
    bindings,
    ...(oldAssets && { assets: oldAssets }),
    ...(assets !== undefined && { assets: readAssets(assets as Record<string, unknown>, account) }),
  };
}

function readMetadata(part: unknown): Record<string, unknown> {
  try {
    return JSON.parse(String(part)) as Record<string, unknown>;
  } catch {
    throw new ApiError(400, 10_021, "Uncaught SyntaxError: the metadata part is not valid JSON.");
  }
}

function requireModules(modules: Module[], main: string, { plan }: Account): void {
  if (!modules.some(({ name }) => name === main))
    throw new ApiError(400, 10_021, `No such module "${main}". The main module was not uploaded.`);
  const unknown = modules.find(({ type }) => !isModuleType(type));
  if (unknown) throw new ApiError(400, 10_021, `The module "${unknown.name}" has the unknown type "${unknown.type}".`);
  const code = modules.map(({ content }) => content);
  if (gzipSync(Buffer.concat(code)).byteLength > UPLOAD_BYTES[plan])
    throw new ApiError(
      413,
      10_027,
      `Your Worker exceeded the size limit of ${UPLOAD_BYTES[plan] / 1024 ** 2} MiB. Refer to the Workers documentation ` +
        "(https://developers.cloudflare.com/workers/observability/errors/#errors-on-worker-upload) for more details.",
    );
}

/** developers.cloudflare.com/workers/configuration/compatibility-dates */
function requireRuntime({ compatibility_date: date, compatibility_flags: flags = [] }: Record<string, unknown>): void {
  if (date === undefined) return;
  if (!/^\d{4}-\d\d-\d\d$/.test(String(date)) || String(date) > LATEST_DATE)
    throw new ApiError(400, 10_021, `Can't set compatibility date in the future: "${String(date)}".`);
  if (!Array.isArray(flags)) throw new ApiError(400, 10_021, "compatibility_flags must be a list.");
}

function requireNames(bindings: Binding[]): void {
  // OpenListTeam/OpenList-Worker/issues/35
  const unnamed = bindings.findIndex(({ name }) => !name);
  if (unnamed >= 0) throw new ApiError(400, 10_052, `Binding at index ${unnamed} must have a name.`);
  const names = bindings.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice)
    throw new ApiError(
      400,
      10_053,
      `Binding name '${twice}' already in use. Please use a different name and try again.`,
    );
}

/** An upload that names no version before it has nothing to inherit: workers-sdk, deploy-helpers, error-codes.ts */
function inherited({ name }: Binding, latest: Version | undefined): Binding {
  const found = latest?.bindings.find((binding) => binding.name === name);
  if (!found)
    throw new ApiError(400, 10_057, `Binding '${name}' cannot be inherited: the previous version has no such binding.`);
  return found;
}

function requireVariables(bindings: Binding[], { plan }: Account): void {
  const variables = bindings.filter(({ type }) => ["plain_text", "secret_text", "json"].includes(type));
  if (variables.length > VARIABLES[plan])
    throw new ApiError(400, 10_055, `A Worker can have at most ${VARIABLES[plan]} environment variables.`);
  const large = variables.find(({ text }) => typeof text === "string" && Buffer.byteLength(text) > VARIABLE_BYTES);
  if (large) throw new ApiError(400, 10_054, `The value of '${large.name}' exceeds the limit of 5 KB.`);
}

/** A binding names something that exists. Messages: workers-sdk/issues/9418, edgeever/issues/311, alchemy/pull/753. */
function requireTarget(binding: Binding, account: Account, script: Script | undefined): void {
  const { name, type } = binding;
  if (type === "d1") {
    const id = String(binding["database_id"] ?? binding["id"] ?? "");
    if (!id) throw new ApiError(400, 10_021, `binding ${name} of type d1 must have a valid \`id\` specified`);
    if (!account.databases.some(({ uuid }) => uuid === id))
      throw new ApiError(
        400,
        10_181,
        `D1 binding '${name}' references database '${id}' which was not found. Verify the database exists in your account ` +
          "and that the database_id in your configuration is correct.",
      );
  }
  if (type === "kv_namespace") {
    const id = String(binding["namespace_id"] ?? "");
    if (!/^[0-9a-f]{32}$/.test(id))
      throw new ApiError(
        400,
        10_042,
        `KV namespace '${id}' is not valid. Please verify the namespace_id in your configuration.`,
      );
    if (!account.namespaces.some((one) => one.id === id))
      throw new ApiError(400, 10_041, `KV namespace '${id}' not found.`);
  }
  if (type === "r2_bucket" && !account.buckets.some((one) => one.name === binding["bucket_name"]))
    throw new ApiError(
      400,
      10_085,
      `R2 bucket '${String(binding["bucket_name"])}' not found. Please use a different name and try again.`,
    );
  if (type === "queue" && !account.queues.some(({ queue_name }) => queue_name === binding["queue_name"]))
    throw new ApiError(400, 11_000, `Queue '${String(binding["queue_name"])}' does not exist.`);
  if (type === "service") {
    const service = String(binding["service"]);
    if (service !== script?.name && !account.scripts.some((one) => one.name === service))
      throw new ApiError(
        400,
        10_143,
        `Could not resolve service binding '${name}'. Target script '${service}' not found. Please verify the target script and try again.`,
      );
  }
  // developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit
  if (type === "ratelimit" && ![10, 60].includes((binding["simple"] as { period?: number } | undefined)?.period ?? 0))
    throw new ApiError(400, 10_021, `The period of the rate limit '${name}' must be 10 or 60 seconds.`);
}

function readAssets({ jwt, config = {} }: Record<string, unknown>, account: Account) {
  const manifest = finishedManifest(String(jwt), account);
  if (!manifest) throw new ApiError(400, 10_300, "The assets of this upload are not complete. Upload them again.");
  return { manifest, config: config as Record<string, unknown> };
}
