import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { codes, users } from "#schema/tables/accounts.ts";
import { internetPorts } from "#worker/adapters/internet.ts";
import { localMail } from "#worker/dev/local-mail.ts";
import { localPorts } from "#worker/dev/ports.ts";
import { bindingMail } from "#worker/adapters/mail.ts";
import { DEPLOYED, NOW, request } from "../support/app.ts";

const JSON_ONLY = { headers: { Accept: "application/json" } };
const JSON_TYPE = { "Content-Type": "application/json" };
const FROM = `${env.SITE_NAME} <${env.SUPPORT_EMAIL}>`;

const mail = (number: number) => ({
  to: `User${number}@Example.com`,
  subject: `Subject ${number} <script>`,
  text: `Open https://directory.example.com/verify/${number}?a=1&b=2 now`,
  html: `<p>Open ${number}</p>`,
});

const receive = (number: number) => localMail(env, () => NOW + number * 1000)(mail(number));
const inbox = async (query = "") => (await request(`/dev/mail${query}`, JSON_ONLY)).json<{ results: unknown[] }>();

const shape = async (response: Response) => [
  response.status,
  response.headers.get("Content-Type"),
  await response.text(),
];

test("/dev/mail lists local mails, newest first", async () => {
  expect(await inbox()).toEqual({ results: [] });
  await receive(1);
  await receive(3);
  await receive(2);
  expect(await inbox()).toEqual({
    results: [3, 2, 1].map((number) =>
      Object.assign(mail(number), { id: expect.any(String), from: FROM, sent_at: `2026-11-20T12:00:0${number}.000Z` }),
    ),
  });
});

test("mails to one email address are found in any case", async () => {
  await receive(1);
  await receive(2);
  expect(await inbox("?to=user2@EXAMPLE.com")).toMatchObject({ results: [mail(2)] });
  expect(await inbox("?to=nobody@example.com")).toEqual({ results: [] });
});

test("the inbox shows the HTML of a mail in a frame that runs no script and loads nothing", async () => {
  await receive(1);
  const page = await request("/dev/mail");
  expect(page.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; frame-src 'self';/);
  const [, src] = /<iframe src="([^"]+)"[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox">/.exec(
    await page.text(),
  )!;
  const shown = await request(src!);
  expect(shown.headers.get("Content-Security-Policy")).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  );
  expect(await shown.text()).toContain(mail(1).html);
  expect((await request("/dev/mail/unknown")).status).toBe(404);
});

test("POST /dev/cron runs the schedule", async () => {
  const db = drizzle(env.DB);
  await db.insert(users).values({ email: "a@example.com", createdAt: NOW, updatedAt: NOW });
  const code = { purpose: "login", userId: 1, kvKey: "key", createdAt: NOW } as const;
  await db.insert(codes).values([
    { ...code, id: "expired", expiresAt: NOW - 1 },
    { ...code, id: "open", expiresAt: NOW + 1 },
  ]);
  const response = await request("/dev/cron", { method: "POST" });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ message: expect.any(String) });
  expect(await db.select({ id: codes.id }).from(codes)).toEqual([{ id: "open" }]);
});

test.each(["", "true"])("deployed, with LOCAL %j, there is nothing at /dev", async (LOCAL) => {
  await receive(1);
  const deployed = { env: { ...DEPLOYED, LOCAL } };
  const unknown = await request("/no/such/page", {}, deployed);
  expect(unknown.status).toBe(404);
  const expected = await shape(unknown);
  for (const path of [
    "/dev/mail",
    "/dev/mail?to=user1@example.com",
    "/dev/mail/1",
    "/dev/cron",
    "/dev/stripe/advance",
    "/dev",
  ]) {
    const [status, type, body] = await shape(await request(path, {}, deployed));
    expect([status, type], path).toEqual(expected.slice(0, 2));
    expect(body).not.toContain("Subject");
  }
  const mails = await request("/dev/mail", JSON_ONLY, deployed);
  expect(mails.status).toBe(404);
  const posted = await shape(await request("/dev/cron", { method: "POST" }, deployed));
  expect(posted).toEqual(await shape(await request("/no/such/page", { method: "POST" }, deployed)));
});

test("mail stays local in local runs and goes to the email service in deployed ones", async () => {
  const sent: unknown[] = [];
  const EMAIL = { send: async (message: unknown) => void sent.push(message) } as unknown as SendEmail;
  await (await localPorts({ ...env, EMAIL })).sendMail(mail(1));
  expect(sent).toEqual([]);
  expect(await inbox()).toMatchObject({ results: [mail(1)] });

  await internetPorts({ ...env, EMAIL }).sendMail(mail(2));
  await bindingMail({ ...env, EMAIL })({ ...mail(3), replyTo: "visitor@example.com" });
  const from = { email: env.SUPPORT_EMAIL, name: env.SITE_NAME };
  expect(sent).toEqual([
    { ...mail(2), from },
    { ...mail(3), from, replyTo: "visitor@example.com" },
  ]);
});

test("the internet of local runs answers what was set, and nothing else", async () => {
  const { fetch } = await localPorts(env);
  const ask = (url: string) =>
    fetch(new URL(url), { signal: AbortSignal.timeout(60_000), accept: "*/*" }).then(
      async (response) => [response.status, response.headers.get("Location"), await response.text()],
      (error: Error) => error.name,
    );
  const set = async (body: object) =>
    (await request("/dev/internet", { method: "POST", body: JSON.stringify(body), headers: JSON_TYPE })).status;
  const page = "https://mine.example/a?b=c";
  expect(await ask(page)).toBe("TypeError");
  expect(await set({ url: page, answer: { status: 404, body: "No", delay_ms: 1 } })).toBe(200);
  expect(await ask(page)).toEqual([404, null, "No"]);
  await set({ url: "https://old.example", answer: { redirect: page } });
  expect(await ask("https://old.example/")).toEqual([301, page, ""]);
  await set({ url: page, answer: { certificate_error: true } });
  expect(await ask(page)).toBe("TypeError");
  const resolver = "https://cloudflare-dns.com/dns-query?name=mine.example&type=TXT";
  expect(await ask(resolver)).toEqual([200, null, '{"Status":3}']);
  await set({ dns: "Mine.example", answer: { txt: ["a=b"] } });
  expect(String(await ask(resolver))).toContain(String.raw`"data":"\"a=b\""`);
  expect(await set({ url: "no address", answer: {} })).toBe(400);
  await request("/dev/internet", { method: "DELETE" });
  expect(await ask("https://old.example/")).toBe("TypeError");
});
