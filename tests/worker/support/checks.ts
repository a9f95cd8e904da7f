import { env } from "cloudflare:workers";
import type { Bindings } from "#worker/env.ts";
import { connect } from "#worker/db/connection.ts";
import { consume } from "#worker/jobs/queues.ts";
import { sendDueChecks } from "#worker/features/life/send-due.ts";
import type { Ports } from "#worker/ports.ts";
import { deliverMails, fakePorts, type Overrides } from "./app.ts";

type Options = Pick<Overrides, "ports" | "env"> & { twice?: boolean; attempts?: number };

/** Sends the checks that are due to the queue, and delivers its messages and the mails of the outbox. */
export async function runChecks(
  changed: Partial<Ports> = {},
  { twice = false, attempts = 1, ...overrides }: Options = {},
): Promise<void> {
  const ports = { ...fakePorts, ...overrides.ports, ...changed };
  const bindings = { ...env, ...overrides.env } as Bindings;
  const bodies: unknown[] = [];
  const queue = {
    async sendBatch(messages: Iterable<MessageSendRequest>) {
      bodies.push(...[...messages].map(({ body }) => body));
    },
  } as unknown as Queue;
  await sendDueChecks(connect(bindings.DB), queue, ports);
  const messages = (twice ? [...bodies, ...bodies] : bodies).map((body) => ({ body, attempts, ack() {}, retry() {} }));
  const batch = { queue: "directory-image-fetches", messages } as unknown as MessageBatch;
  await consume(batch, bindings, ports);
  await deliverMails(changed);
}
