import type { Ports } from "../../ports.ts";

const PAUSE_MS = 1000;

/** Returns ports that ask no host twice within a second, also after an earlier run. Requests come one after another. */
export function politely(ports: Ports): Ports {
  const begunAt = ports.now();
  const askedAt = new Map<string, number>();
  return {
    ...ports,
    async fetch(url, init) {
      const pause = (askedAt.get(url.hostname) ?? begunAt) + PAUSE_MS - ports.now();
      if (pause > 0) await ports.wait(pause);
      try {
        return await ports.fetch(url, init);
      } finally {
        askedAt.set(url.hostname, ports.now());
      }
    },
  };
}
