import { unstable_startWorker } from "wrangler";

/** Runs the Worker of share images with its first request, because most local runs need none. */
export function shareWorker(config: string) {
  let started: ReturnType<typeof unstable_startWorker> | undefined;
  const start = () =>
    (started ??= unstable_startWorker({
      config,
      dev: {
        server: { hostname: "localhost", port: 0 },
        inspector: false,
        watch: false,
        persist: false,
        logLevel: "error",
      },
    }));
  return {
    async fetch(request: Request): Promise<Response> {
      const worker = await start();
      return (await worker.fetch(request.url, request as never)) as unknown as Response;
    },
    async stop(): Promise<void> {
      await (await started)?.dispose();
    },
  };
}
