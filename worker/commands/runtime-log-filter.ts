/** Messages of the local runtime about cases that the Worker handles. */
const EXPECTED_NOISE = [
  // The Worker did not read the body of an R2 object: for a HEAD request, a 304 response or an image that is fetched again.
  "identity-transform-stream.c++:291: disconnected: reader canceled",
  // A browser closed the connection.
  "disconnected: write(): Broken pipe",
  "disconnected: write(): Connection reset by peer",
  "disconnected: read(): Connection reset by peer",
  // The host name of an outside service does not exist, or the machine is offline.
  "failed: getaddrinfo(): DNS lookup failed",
];

export const isExpectedNoise = (text: string): boolean => EXPECTED_NOISE.some((part) => text.includes(part));

/** Removes the runtime's own stack. It only lists addresses in the runtime's binary. Stacks of the Worker stay. */
export const withoutRuntimeStack = (text: string): string => text.replace(/\nstack: \S*\/workerd@[\s\S]*/, "");

/** Shortens the local server's error about a connection that the browser closed. */
export const shortenConnectionLoss = (text: string): string =>
  text.replace(
    /^[\s\S]*Error inside ProxyWorker [^:]*: (\w+ \S+) \([^)]*\): Network connection lost\.[\s\S]*$/,
    "The browser closed the connection during $1.\n",
  );

/** Filters stdout and stderr of this process, because wrangler also writes to them directly. */
export function filterOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
      const text = String(chunk);
      return isExpectedNoise(text) || write(shortenConnectionLoss(text), ...(rest as []));
    };
  }
}
