import { lookup } from "node:dns/promises";
import { createServer } from "node:net";

/** @throws Error that says how to choose a port. */
export function readPort(defaultPort: number): number {
  const typed = process.env["PORT"] || String(defaultPort);
  const port = Number(typed);
  if (/^\d{1,5}$/.test(typed) && port >= 1 && port <= 65_535) return port;
  throw new Error(`PORT is a number from 1 to 65535, and not "${typed}". Without it, it is ${defaultPort}.`);
}

/** @throws Error that says how to choose another port, if anybody listens there or nobody may. */
export async function requireFreePort(port: number, command: string): Promise<void> {
  for (const { address } of await lookup("localhost", { all: true })) {
    const code = await listenError(port, address);
    const other = `Choose another one: PORT=${port < 65_535 ? port + 1 : port - 1} ${command}`;
    if (code === "EADDRINUSE") throw new Error(`Port ${port} is taken by another program. ${other}`);
    if (code === "EACCES") throw new Error(`Port ${port} is not open to you on this machine. ${other}`);
  }
}

const listenError = (port: number, host: string) =>
  new Promise<string | undefined>((resolve) => {
    const probe = createServer();
    probe.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
