import { unstable_startWorker } from "wrangler";

/** Runs the Worker of share images in its own local runtime. `fetch` can be a binding of another Worker. */
export async function startShareWorker(config: string) {
  const worker = await unstable_startWorker({
    config,
    dev: {
      server: { hostname: "localhost", port: 0 },
      inspector: false,
      watch: false,
      persist: false,
      logLevel: "error",
    },
  });
  await worker.ready;
  return {
    fetch: async (request: Request) => (await worker.fetch(request.url, request as never)) as unknown as Response,
    stop: () => worker.dispose(),
  };
}
