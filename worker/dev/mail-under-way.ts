import type { Ports } from "../ports.ts";

// The inbox at /dev/mail shows a mail as soon as the call that sent it has answered, although mails go through queues.
// Therefore the inbox waits for work after responses, and for messages that the consumers have not handled yet.

/** A local run delivers a mail within milliseconds. What takes longer is not waited for. */
const PATIENCE_MS = 5000;
const STEP_MS = 5;

/** When each of them began, in Unix ms. */
const tasks = new Set<{ at: number }>();
const messages: number[] = [];

/** Notes each mail until `noteDelivered`. */
export const trackQueued =
  (queueMail: Ports["queueMail"]): Ports["queueMail"] =>
  async (message) => {
    const count = Array.isArray(message) ? message.length : 1;
    messages.push(...Array.from({ length: count }, Date.now));
    try {
      await queueMail(message);
    } catch (error) {
      messages.splice(-count);
      throw error;
    }
  };

/** The consumer of a queue has handled so many messages. */
export const noteDelivered = (count: number) => messages.splice(0, count);

/** Notes what a request does after its response. */
export const trackTasks = (context: ExecutionContext): ExecutionContext =>
  new Proxy(context, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name !== "waitUntil") return value.bind(target);
      return (work: Promise<unknown>) => {
        const task = { at: Date.now() };
        tasks.add(task);
        target.waitUntil(Promise.resolve(work).finally(() => tasks.delete(task)));
      };
    },
  });

/** Resolves when all mails of earlier calls are in the inbox. */
export async function waitForMails(): Promise<void> {
  const isUnderWay = () => [...messages, ...[...tasks].map(({ at }) => at)].some((at) => at > Date.now() - PATIENCE_MS);
  // The consumer runs in another request, and this one cannot await its promises.
  while (isUnderWay()) await scheduler.wait(STEP_MS);
}
