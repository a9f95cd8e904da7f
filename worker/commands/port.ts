import { lookup } from "node:dns/promises";
import { createServer } from "node:net";

/** @throws Error if the variable PORT is not a port number. */
export function readPort(defaultPort: number): number {
  const typed = process.env["PORT"] || String(defaultPort);
  const port = Number(typed);
  if (/^\d{1,5}$/.test(typed) && port >= 1 && port <= 65_535) return port;
  throw new Error(`PORT must be a number from 1 to 65535, but it is "${typed}". Leave it out to use ${defaultPort}.`);
}

/** @throws Error with the command for another port, if the port is in use or not allowed. */
export async function requireFreePort(port: number, command: string): Promise<void> {
  for (const { address } of await lookup("localhost", { all: true })) {
    const code = await listenError(port, address);
    const other = `Use another port: PORT=${port < 65_535 ? port + 1 : port - 1} ${command}`;
    if (code === "EADDRINUSE") throw new Error(`Port ${port} is in use by another program. ${other}`);
    if (code === "EACCES") throw new Error(`You are not allowed to use port ${port} on this machine. ${other}`);
  }
}

const listenError = (port: number, host: string) =>
  new Promise<string | undefined>((resolve) => {
    const probe = createServer();
    probe.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
