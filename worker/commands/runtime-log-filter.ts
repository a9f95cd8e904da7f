/** What the local runtime prints with a stack although nothing went wrong. */
const EXPECTED_NOISE = [
  // A picture in R2 whose body the product gives back unread: HEAD, 304, one that is fetched again.
  "identity-transform-stream.c++:291: disconnected: reader canceled",
  // A browser that leaves a page, or that a test closes, leaves answers unread.
  "disconnected: write(): Broken pipe",
  "disconnected: write(): Connection reset by peer",
  "disconnected: read(): Connection reset by peer",
  // The Worker is told of it, and shows the first letter of a name if an icon cannot be fetched.
  "failed: getaddrinfo(): DNS lookup failed",
];

export const isExpectedNoise = (text: string): boolean => EXPECTED_NOISE.some((part) => text.includes(part));

/** What the runtime says of its own is one line: the addresses of its stack tell nothing about the product. */
export const withoutRuntimeStack = (text: string): string => text.replace(/\nstack: \S*\/workerd@[\s\S]*/, "");

/** A browser went away, or closed the connection, while it was sending: one line in place of the local server's error. */
export const shortenConnectionLoss = (text: string): string =>
  text.replace(
    /^[\s\S]*Error inside ProxyWorker [^:]*: (\w+ \S+) \([^)]*\): Network connection lost\.[\s\S]*$/,
    "The connection of $1 was lost.\n",
  );

/** For the process that serves: what wrangler writes by itself comes past no handler. */
export function filterOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
      const text = String(chunk);
      return isExpectedNoise(text) || write(shortenConnectionLoss(text), ...(rest as []));
    };
  }
}
