import { type Api, ApiError, type Call, ok, permit } from "./api.ts";
import { type Bucket, now } from "./account.ts";

// developers.cloudflare.com/api/resources/r2
export function serveR2(api: Api): void {
  const root = "/accounts/:account/r2/buckets";
  const guard = permit("Workers R2 Storage");
  api.use(`${root}/*`, guard);
  api.use(root, guard);
  // A person accepts R2's terms in the dashboard first: workers-sdk/issues/1988
  const enabled = async (c: Call, next: () => Promise<void>) => {
    if (!c.get("account").hasR2) throw new ApiError(403, 10_042, "Please enable R2 through the Cloudflare Dashboard.");
    await next();
  };
  api.use(`${root}/*`, enabled);
  api.use(root, enabled);

  api.get(root, (c) => {
    const part = c.req.query("name_contains") ?? "";
    return ok(c, {
      buckets: c
        .get("account")
        .buckets.filter(({ name }) => name.includes(part))
        .map(shown),
    });
  });
  api.post(root, async (c) => {
    const { name, locationHint = "weur", storageClass = "Standard" } = (await c.req.json()) as Record<string, string>;
    const { buckets } = c.get("account");
    // developers.cloudflare.com/r2/buckets/create-buckets
    if (!name || !/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(name))
      throw new ApiError(400, 10_005, "The specified bucket name is not valid.");
    if (buckets.some((one) => one.name === name))
      throw new ApiError(409, 10_004, "The bucket you tried to create already exists, and you own it.");
    const bucket: Bucket = {
      name,
      creation_date: now(),
      location: locationHint.toUpperCase(),
      storage_class: storageClass,
      rules: [
        // Each new bucket has it: developers.cloudflare.com/r2/buckets/object-lifecycles
        {
          id: "Default Multipart Abort Rule",
          enabled: true,
          conditions: { prefix: "" },
          abortMultipartUploadsTransition: { condition: { type: "Age", maxAge: 604_800 } },
        },
      ],
    };
    buckets.push(bucket);
    c.get("world").runtime.changed();
    return ok(c, shown(bucket));
  });
  api.get(`${root}/:name`, (c) => ok(c, shown(find(c))));
  api.get(`${root}/:name/lifecycle`, (c) => ok(c, { rules: find(c).rules }));
  // PUT replaces all rules.
  api.put(`${root}/:name/lifecycle`, async (c) => {
    const { rules = [] } = (await c.req.json()) as { rules?: { id?: string; conditions?: unknown }[] };
    const isValid = rules.length <= 1000 && rules.every(({ id, conditions }) => id && conditions);
    if (!isValid) throw new ApiError(400, 10_040, "The lifecycle rules are not valid.");
    find(c).rules = rules;
    return ok(c, {});
  });
}

const shown = ({ rules: _, ...bucket }: Bucket) => bucket;

function find(c: Call): Bucket {
  const bucket = c.get("account").buckets.find(({ name }) => name === c.req.param("name"));
  if (!bucket) throw new ApiError(404, 10_006, "The specified bucket does not exist.");
  return bucket;
}
