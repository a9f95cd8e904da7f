import type { Bindings } from "../env.ts";
import { consumeBeacons } from "../features/figures/add-up.ts";
import { consumeImageFetches } from "../features/image-fetches/consume.ts";
import { consumeChecks } from "../features/life/consume.ts";
import { consumePurges } from "../features/purges/consume.ts";
import { purgeAfter } from "../features/purges/purge.ts";
import { consumeCodes, consumeDeadLetters, consumeMails } from "../features/outbox/consume.ts";
import type { ChecksMessage } from "../features/life/send-due.ts";
import { inLogScope } from "../log.ts";
import type { Ports } from "../ports.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- The queues hold what this Worker put into them.
type Consumer = (batch: MessageBatch<any>, env: Bindings, ports: Ports) => Promise<void>;

/** By the end of the queue's name. Its beginning is the name of the Worker: `directory-image-fetches`. */
const CONSUMERS: Record<string, Consumer> = {
  "-image-fetches": consumeFetches,
  "-purges": consumePurges,
  "-codes": consumeCodes,
  "-mails": consumeMails,
  "-beacons": consumeBeacons,
  "-dead-letters": consumeDeadLetters,
};

/** From other websites: images, by their id, and what links lead to. */
async function consumeFetches({ messages }: MessageBatch<number | ChecksMessage | null>, env: Bindings, ports: Ports) {
  const isCheck = (message: Message<unknown>): message is Message<ChecksMessage> =>
    typeof message.body === "object" && message.body !== null;
  await consumeImageFetches({ messages: messages.filter((message) => !isCheck(message)) }, env, ports);
  await consumeChecks(messages.filter(isCheck), env, ports);
}

/** @throws Error if the queue has no consumer. Cloudflare then repeats the batch. */
export function consume(batch: MessageBatch, env: Bindings, ports: Ports): Promise<void> {
  const consumer = Object.entries(CONSUMERS).find(([end]) => batch.queue.endsWith(end))?.[1];
  if (!consumer) throw new Error(`The queue ${batch.queue} has no consumer in worker/jobs/queues.ts.`);
  return inLogScope({ run: crypto.randomUUID() }, () => purgeAfter({ env, ports }, () => consumer(batch, env, ports)));
}
