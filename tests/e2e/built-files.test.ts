import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#worker/commands/bindings.ts";
import { localVariables } from "#worker/commands/local-variables.ts";
import { unprotected } from "../support/protection.ts";
import { baseUrl } from "./support/base-url.ts";

const filesOf = (folder: string) =>
  readdirSync(path.join(ROOT, "dist", folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|svg|map)$/.test(entry.name))
    .map(({ parentPath, name }) => ({ name, text: readFileSync(path.join(parentPath, name), "utf8") }));

test("built files carry no secret and no path of the machine that built them", () => {
  const { SECRET_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, GOOGLE_CLIENT_SECRET } = localVariables(
    "http://localhost",
  ) as Record<string, string | undefined>;
  const values = [SECRET_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, GOOGLE_CLIENT_SECRET, `${ROOT}/`];
  // A build in a container has no home of its own.
  if (homedir().length > 1) values.push(`${homedir()}/`);
  const files = [...filesOf("client"), ...filesOf("directory")];
  expect(files.length).toBeGreaterThan(10);
  for (const { name, text } of files) {
    for (const value of values) if (value) expect(text.includes(value), `${name}: ${value.slice(0, 4)}…`).toBe(false);
    expect(
      text.match(
        /\b(sk|rk)_(test|live)_\w{8}|\bwhsec_[A-Za-z0-9]{16}|-----BEGIN [A-Z ]*PRIVATE KEY-----(\\n|\n)?[\w+/]{20}/,
      )?.[0],
      name,
    ).toBeUndefined();
  }
});

test("nothing of the server is among the files that browsers load", () => {
  const files = filesOf("client");
  expect(files.filter(({ name }) => name.endsWith(".map"))).toEqual([]);
  for (const { name, text } of files) {
    expect(
      text.match(/SECRET_KEY|INSERT INTO|scrypt\$|rate_counters|STRIPE_SECRET|drizzle/)?.[0],
      name,
    ).toBeUndefined();
  }
});

test("files that the Worker does not answer itself carry the headers that protect them", async () => {
  const at = (file: string) => fetch(new URL(file, baseUrl()));
  const page = await (await at("/")).text();
  const linked = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg))"/g)].map(([, file]) => file!);
  expect(linked).toEqual(expect.arrayContaining([expect.stringMatching(/\.js$/), expect.stringMatching(/\.css$/)]));
  const missing = ["/assets/gone.js", "/index.html", "/_headers", "/.assetsignore"];
  for (const file of [...linked, "/share-icons.svg", ...missing]) {
    const { headers, status } = await at(file);
    expect([file, status]).toEqual([file, missing.includes(file) ? 404 : 200]);
    expect(unprotected(headers), file).toEqual([]);
    if (file.startsWith("/assets/") && status === 200) expect(headers.get("Cache-Control")).toContain("immutable");
  }
});
