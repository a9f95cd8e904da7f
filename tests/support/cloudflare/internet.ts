import { readFile } from "node:fs/promises";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, type AddressInfo } from "node:net";
import path from "node:path";
import type { World } from "./api.ts";
import { hostsOf } from "./runtime.ts";

const CERTIFICATE = path.join(import.meta.dirname, "certificate.pem");
const KEY = path.join(import.meta.dirname, "certificate-key.pem");

type Visit = { url: string; method: string; status: number };

/**
 * A proxy that leads each `https://` address to the uploaded Worker of its host. Programs use it through `HTTPS_PROXY` and
 * trust its certificate through `NODE_EXTRA_CA_CERTS`, so no program needs to know of tests.
 */
export async function serveInternet(world: World, apiPort: number) {
  const visits: Visit[] = [];
  const certificate = { cert: await readFile(CERTIFICATE), key: await readFile(KEY) };
  const site = createHttpsServer(certificate, (request, response) => {
    visit(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  async function visit(request: IncomingMessage, response: ServerResponse) {
    const host = request.headers.host ?? "";
    const url = `https://${host}${request.url}`;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const isKnown = world.accounts.some((account) =>
      account.scripts.some((one) => hostsOf(account, one).includes(host)),
    );
    if (!isKnown) {
      // developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors
      visits.push({ url, method: request.method!, status: 530 });
      return response.writeHead(530).end("error code: 1016");
    }
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      /^(connection|transfer-encoding|expect|keep-alive|host)$/i.test(name)
        ? []
        : [value].flat().map((one): [string, string] => [name, String(one)]),
    );
    const body = Buffer.concat(parts);
    const answer = await world.runtime.fetch(url, {
      method: request.method!,
      headers: [...headers, ["CF-Connecting-IP", "192.0.2.1"]],
      ...(body.byteLength > 0 && { body }),
    });
    visits.push({ url, method: request.method!, status: answer.status });
    const content = Buffer.from(await answer.arrayBuffer());
    const answered = [...answer.headers].filter(
      ([name]) => !/^(content-encoding|content-length|transfer-encoding)$/i.test(name),
    );
    response.writeHead(answer.status, answered.flat()).end(content);
    return undefined;
  }
  await new Promise<void>((resolve) => void site.listen(0, "127.0.0.1", resolve));
  const sitePort = (site.address() as AddressInfo).port;

  const proxy = createHttpServer((_request, response) => response.writeHead(400).end());
  proxy.on("connect", ({ url = "" }, client) => {
    const port = url === `127.0.0.1:${apiPort}` ? apiPort : sitePort;
    const upstream = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on("error", () => client.destroy());
    client.on("error", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => void proxy.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  return {
    visits,
    env: {
      HTTPS_PROXY: address,
      NO_PROXY: "localhost,127.0.0.1",
      NODE_USE_ENV_PROXY: "1",
      NODE_EXTRA_CA_CERTS: CERTIFICATE,
    },
    async stop() {
      site.closeAllConnections();
      proxy.closeAllConnections();
      await Promise.all([site, proxy].map((one) => new Promise((resolve) => void one.close(resolve))));
    },
  };
}
