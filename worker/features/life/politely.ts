import type { Ports } from "../../ports.ts";

const PAUSE_MS = 1000;

/** Returns ports that ask no host twice within a second. Requests come one after another. */
export function politely(ports: Ports): Ports {
  const askedAt = new Map<string, number>();
  return {
    ...ports,
    async fetch(url, init) {
      const pause = (askedAt.get(url.hostname) ?? -Infinity) + PAUSE_MS - ports.now();
      if (pause > 0) await ports.wait(pause);
      try {
        return await ports.fetch(url, init);
      } finally {
        askedAt.set(url.hostname, ports.now());
      }
    },
  };
}

/** Before the first request of a run, because the last one of the run before may have been just now. */
export const pauseBetweenRuns = (ports: Ports): Promise<void> => ports.wait(PAUSE_MS);
