/** Workers KV in memory, with the methods that the product calls. Nothing expires. */
export class MemoryKv {
  values = new Map<string, { value: string; metadata: unknown }>();

  async get(key: string, type?: string) {
    const found = this.values.get(key)?.value;
    return found === undefined ? null : type === "json" ? (JSON.parse(found) as unknown) : found;
  }

  async getWithMetadata(key: string, type?: string) {
    return { value: await this.get(key, type), metadata: this.values.get(key)?.metadata ?? null, cacheStatus: null };
  }

  async put(key: string, value: string, { metadata = null }: { metadata?: unknown } = {}) {
    this.values.set(key, { value, metadata });
  }

  async delete(key: string) {
    this.values.delete(key);
  }

  list = async ({ prefix = "" }: { prefix?: string } = {}) => ({
    keys: [...this.values.keys()].filter((name) => name.startsWith(prefix)).map((name) => ({ name })),
    list_complete: true,
  });
}
