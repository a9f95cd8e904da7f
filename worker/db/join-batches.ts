import type { Db, Statement } from "./connection.ts";

type Waiting = {
  statements: readonly Statement[];
  resolve(results: unknown[]): void;
  reject(reason: unknown): void;
};

/**
 * Returns a database whose batches travel together: those that are sent in one turn of the event loop are one round trip
 * and one transaction. So functions that know nothing of each other can read at the same time, and callers use
 * `Promise.all`. It is for reads: if one statement fails, all of these batches fail.
 */
export function joinBatches(db: Db): Db {
  let waiting: Waiting[] = [];

  async function send(): Promise<void> {
    const batches = waiting;
    waiting = [];
    try {
      const [first, ...others] = batches.flatMap(({ statements }) => statements);
      const results: unknown[] = await db.batch([first!, ...others]);
      let start = 0;
      for (const { statements, resolve } of batches) resolve(results.slice(start, (start += statements.length)));
    } catch (error) {
      for (const { reject } of batches) reject(error);
    }
  }

  const batch = (statements: readonly Statement[]) =>
    new Promise<unknown[]>((resolve, reject) => {
      waiting.push({ statements, resolve, reject });
      // A timer runs after all pending promises, so each function has sent its batch by then.
      if (waiting.length === 1) setTimeout(() => void send(), 0);
    });
  return Object.assign(Object.create(db) as Db, { batch: batch as unknown as Db["batch"] });
}
