// @module-tag long
import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "#worker/commands/bindings.ts";
import { localVariables } from "#worker/commands/local-variables.ts";
import { findWrongSecurityHeaders } from "../support/security-headers.ts";
import { listUploadedModules, type Module } from "../support/deployed-modules.ts";
import { baseUrl } from "./support/base-url.ts";
import { browser } from "./support/visit.ts";

/** For all compressed modules with which the deployed Worker starts. */
const UPLOAD_MAX_BYTES = 474_000;

const filesOf = (folder: string) =>
  readdirSync(path.join(ROOT, "dist", folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|svg|map)$/.test(entry.name))
    .map(({ parentPath, name }) => ({ name, text: readFileSync(path.join(parentPath, name), "utf8") }));

test("built files contain no secret and no path of the machine that built them", () => {
  const { SECRET_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, GOOGLE_CLIENT_SECRET } = localVariables(
    "http://localhost",
  ) as Record<string, string | undefined>;
  const values = [SECRET_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, GOOGLE_CLIENT_SECRET, `${ROOT}/`];
  // In a container, the home folder may be `/`.
  if (homedir().length > 1) values.push(`${homedir()}/`);
  const files = [...filesOf("client"), ...filesOf("directory"), ...filesOf("local"), ...filesOf("share")];
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

test("files for browsers contain no server code", () => {
  const files = filesOf("client");
  expect(files.filter(({ name }) => name.endsWith(".map"))).toEqual([]);
  for (const { name, text } of files) {
    expect(
      text.match(/SECRET_KEY|INSERT INTO|scrypt\$|rate_counters|STRIPE_SECRET|drizzle/)?.[0],
      name,
    ).toBeUndefined();
  }
});

/** Parts that only local runs or browsers need, each with a build that contains it and a text in it. */
const NOT_DEPLOYED: [part: string, build: string, text: string][] = [
  ["the routes of local runs", "local", "The schedule has run."],
  ["the local inbox", "local", "Local inbox"],
  ["the stand-in for Stripe", "local", "Stand-in for Stripe"],
  ["its keys", "local", "sk_stand_in"],
  ["its addresses", "local", "/dev/stripe"],
  ["the stand-in for Google", "local", "Stand-in for Google"],
  ["its addresses", "local", "/dev/google"],
  ["what draws images of shared links", "share", "RenderedImage"],
  ["the editor", "client", "codex-editor"],
  ["/user", "client", "Error logging out."],
  ["/dashboard", "client", "Parts of the dashboard"],
  ["/sites/:id/edit", "client", "Failed to load site."],
  ["/pay", "client", "Loading payment form"],
  ["/blog/create", "client", "Blog created successfully!"],
  ["/blog/:post/edit", "client", "All readers see this version within a minute."],
  ["/admin", "client", "Could not fetch models."],
];

/** Names of modules that only `import()` loads, so a start does not. */
const LATE = "stripe vocabulary propose-facts".split(" ");

test("the deployed Worker contains no local tools and no private screens, and is small", async () => {
  const deployed = await listUploadedModules();
  for (const [part, build, text] of NOT_DEPLOYED) {
    const has = (files: { text: string }[]) => files.some((file) => file.text.includes(text));
    expect([has(filesOf(build)), has(deployed)], part).toEqual([true, false]);
  }
  const isOf = (late: string, { name }: { name: string }) => name.startsWith(`${late}-`);
  const atStart = importedBy("index.js", deployed);
  expect(LATE.filter((late) => !deployed.some((module) => isOf(late, module)))).toEqual([]);
  expect(LATE.filter((late) => atStart.some((module) => isOf(late, module)))).toEqual([]);
  const gzipBytes = atStart.reduce((sum, module) => sum + module.gzipBytes, 0);
  expect(gzipBytes).toBeLessThanOrEqual(UPLOAD_MAX_BYTES);
});

/** The module, and all that it needs to start. */
function importedBy(name: string, modules: Module[], found = new Set<Module>()): Module[] {
  const module = modules.find((one) => one.name === name)!;
  if (!found.has(module)) {
    found.add(module);
    for (const [, file] of module.text.matchAll(/\b(?:from|import)\s*["'`][^"'`]*?([^"'`/]+\.js)["'`]/g))
      importedBy(file!, modules, found);
  }
  return [...found];
}

test("static files, which bypass the Worker, have all security headers", async () => {
  const at = (file: string) => fetch(new URL(file, baseUrl()));
  const page = await (await at("/")).text();
  expect(page).toMatch(/<script async type="module" crossorigin src="\/assets\/index-[\w-]+\.js">/);
  const linked = [...page.matchAll(/["`](\/[\w./-]+\.(?:js|css|svg))["`]/g)].map(([, file]) => file!);
  expect(linked).toEqual(expect.arrayContaining([expect.stringMatching(/\.js$/), expect.stringMatching(/\.css$/)]));
  const styles = await (await at(linked.find((file) => file.endsWith(".css"))!)).text();
  const font = styles.match(/\/assets\/[\w-]+\.woff2/)![0];
  const missing = ["/assets/gone.js", "/index.html", "/_headers", "/.assetsignore"];
  for (const file of [
    ...linked,
    font,
    "/share-icons.svg",
    "/category-icons.svg",
    "/drawings.svg",
    "/licences.txt",
    ...missing,
  ]) {
    const { headers, status } = await at(file);
    expect([file, status]).toEqual([file, missing.includes(file) ? 404 : 200]);
    expect(findWrongSecurityHeaders(headers), file).toEqual([]);
    if (file.startsWith("/assets/") && status === 200) expect(headers.get("Cache-Control")).toContain("immutable");
  }
  // Other websites show it.
  expect((await at("/og-image.png")).headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
});

test.each(["/", "/nothing", "/admin", "/login", "/sites/create"])(
  "the document of %s has one stylesheet, and no styles of its own",
  async (address) => {
    const html = await (await fetch(new URL(address, baseUrl()))).text();
    expect(html.match(/rel="stylesheet"/g)).toHaveLength(1);
    expect(html).not.toContain("<style");
  },
);

test("scripts load only stylesheets that exist", () => {
  const names = new Set(filesOf("client").map(({ name }) => name));
  const loaded = new Set(
    filesOf("client").flatMap(({ text }) => [...text.matchAll(/assets\/([\w-]+\.css)/g)].map(([, file]) => file!)),
  );
  expect(loaded.size).toBeGreaterThan(5);
  expect([...loaded].filter((file) => !names.has(file))).toEqual([]);
});

test("the Content-Security-Policy refuses an inline script with one more byte", async () => {
  const page = await (await browser()).newPage({ baseURL: baseUrl() });
  onTestFinished(() => page.close());
  const refused = page.waitForEvent("console", (message) =>
    message.text().startsWith("Executing inline script violates"),
  );
  await page.route("/", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace("<script>", "<script> ") });
  });
  await page.goto("/");
  await refused;
});
