import { type Api, ApiError, type Call, ok, page, permit } from "./api.ts";
import { type Account, type Consumer, newId, now, type Queue } from "./account.ts";

/** developers.cloudflare.com/queues/platform/limits: 24 hours on Workers Free, else 14 days. */
const RETENTION_SECONDS = { free: 86_400, paid: 1_209_600 };

export function serveQueues(api: Api): void {
  const root = "/accounts/:account/queues";
  api.use(`${root}/*`, permit("Queues"));
  api.use(root, permit("Queues"));

  api.get(root, (c) => {
    const names = c.req.queries("name") ?? [];
    const account = c.get("account");
    return page(
      c,
      account.queues
        .filter((one) => names.length === 0 || names.includes(one.queue_name))
        .map((one) => shown(account, one)),
      100,
    );
  });
  api.post(root, async (c) => {
    const { queue_name: name, settings = {} } = (await c.req.json()) as { queue_name?: string; settings?: object };
    const account = c.get("account");
    // developers.cloudflare.com/queues/get-started
    if (!name || !/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name))
      throw new ApiError(400, 11_003, "Queue name is invalid.");
    if (account.queues.some((one) => one.queue_name === name))
      throw new ApiError(
        409,
        11_009,
        `Queue name '${name}' is already taken. Please use a different name and try again.`,
      );
    const longest = RETENTION_SECONDS[account.plan];
    const retention = Number((settings as Record<string, unknown>)["message_retention_period"] ?? 0);
    if (retention > longest)
      throw new ApiError(400, 11_005, `message_retention_period must be at most ${longest} seconds.`);
    const time = now();
    const queue: Queue = {
      queue_id: newId(),
      queue_name: name,
      created_on: time,
      modified_on: time,
      settings: {
        delivery_delay: 0,
        delivery_paused: false,
        message_retention_period: Math.min(345_600, longest),
        ...settings,
      },
      consumers: [],
    };
    account.queues.push(queue);
    c.get("world").runtime.changed();
    return ok(c, shown(account, queue));
  });
  api.get(`${root}/:id`, (c) => ok(c, shown(c.get("account"), find(c))));
  api.get(`${root}/:id/consumers`, (c) => ok(c, find(c).consumers));

  api.post(`${root}/:id/consumers`, async (c) => {
    const queue = find(c);
    const consumer = await readConsumer(c);
    // workers-sdk/issues/5347
    if (queue.consumers.length > 0)
      throw new ApiError(409, 11_004, `The queue '${queue.queue_name}' already has a consumer.`);
    queue.consumers.push(consumer);
    c.get("world").runtime.changed();
    return ok(c, { ...consumer, queue_name: queue.queue_name });
  });
  api.put(`${root}/:id/consumers/:consumer`, async (c) => {
    const queue = find(c);
    const index = queue.consumers.findIndex(({ consumer_id }) => consumer_id === c.req.param("consumer"));
    if (index < 0) throw new ApiError(404, 11_001, "The consumer was not found.");
    const consumer = { ...(await readConsumer(c)), consumer_id: queue.consumers[index]!.consumer_id };
    queue.consumers[index] = consumer;
    c.get("world").runtime.changed();
    return ok(c, { ...consumer, queue_name: queue.queue_name });
  });
}

function find(c: Call): Queue {
  const queue = c.get("account").queues.find(({ queue_id }) => queue_id === c.req.param("id"));
  if (!queue) throw new ApiError(404, 11_000, "Queue does not exist.");
  return queue;
}

/** Limits of a consumer: developers.cloudflare.com/queues/configuration/configure-queues */
async function readConsumer(c: Call): Promise<Consumer> {
  const body = (await c.req.json()) as {
    type?: string;
    script_name?: string;
    dead_letter_queue?: string;
    settings?: Record<string, number>;
  };
  const { scripts, queues } = c.get("account");
  const { type = "worker", script_name: script = "", dead_letter_queue, settings = {} } = body;
  if (!scripts.some(({ name }) => name === script))
    throw new ApiError(404, 10_007, "This Worker does not exist on your account.");
  if (dead_letter_queue && !queues.some(({ queue_name }) => queue_name === dead_letter_queue))
    throw new ApiError(400, 11_000, `Queue '${dead_letter_queue}' does not exist.`);
  const { batch_size = 10, max_retries = 3, max_wait_time_ms = 5000, max_concurrency } = settings;
  const isValid =
    batch_size >= 1 &&
    batch_size <= 100 &&
    max_retries >= 0 &&
    max_retries <= 100 &&
    max_wait_time_ms >= 0 &&
    max_wait_time_ms <= 60_000 &&
    (max_concurrency === undefined || max_concurrency === null || (max_concurrency >= 1 && max_concurrency <= 250));
  if (!isValid) throw new ApiError(400, 11_005, "The settings of the consumer are not valid.");
  return {
    consumer_id: newId(),
    type,
    script,
    ...(dead_letter_queue && { dead_letter_queue }),
    settings: { ...settings, batch_size, max_retries, max_wait_time_ms },
    created_on: now(),
  };
}

function shown({ scripts }: Account, queue: Queue) {
  const producers = scripts
    .filter(({ versions }) =>
      versions.at(-1)?.bindings.some(({ type, queue_name }) => type === "queue" && queue_name === queue.queue_name),
    )
    .map(({ name }) => ({ type: "worker", script: name }));
  return {
    ...queue,
    producers,
    producers_total_count: producers.length,
    consumers_total_count: queue.consumers.length,
  };
}
