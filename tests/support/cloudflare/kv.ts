import { type Api, ApiError, ok, page, permit } from "./api.ts";
import { newId } from "./account.ts";

// developers.cloudflare.com/api/resources/kv
export function serveKv(api: Api): void {
  const root = "/accounts/:account/storage/kv/namespaces";
  api.use(`${root}/*`, permit("Workers KV Storage"));
  api.use(root, permit("Workers KV Storage"));

  api.get(root, (c) => page(c, c.get("account").namespaces));
  api.post(root, async (c) => {
    const { title } = (await c.req.json()) as { title?: string };
    const { namespaces } = c.get("account");
    if (!title || title.length > 512) throw new ApiError(400, 10_019, "a namespace title is required");
    // workers-sdk/issues/13242
    if (namespaces.some((one) => one.title === title))
      throw new ApiError(400, 10_014, "a namespace with this account ID and title already exists");
    const namespace = { id: newId(), title, supports_url_encoding: true as const };
    namespaces.push(namespace);
    c.get("world").runtime.changed();
    return ok(c, namespace);
  });
  api.get(`${root}/:id`, (c) => {
    const namespace = c.get("account").namespaces.find(({ id }) => id === c.req.param("id"));
    if (!namespace) throw new ApiError(404, 10_013, "namespace not found");
    return ok(c, namespace);
  });
}
