import type { Context } from "hono";
import { expect, test } from "vitest";
import type { AppEnv } from "#worker/env.ts";
import { clientIp } from "#worker/http/rate-limit.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  [undefined, "unknown"],
])("the client at %s is %s: an IPv4 address, or an IPv6 network", (address, client) =>
  expect(clientIp({ req: { header: () => address } } as unknown as Context<AppEnv>)).toBe(client),
);
