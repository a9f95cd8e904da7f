import { readFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { completeAnswers, readAnswers, saveAnswers } from "#worker/commands/deploy/answers.ts";
import { readEnvironment } from "#worker/commands/deploy/environment.ts";

const environment = readEnvironment("production");
const ACCOUNTS = ["a", "b"].map((letter) => ({ id: letter.repeat(32), name: `Account ${letter}` }));

async function useFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "answers-"));
  vi.stubEnv("DEPLOY_DIR", folder);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** A terminal where a person types when a question appears. */
function terminal(typed: [question: string, keys: string][]) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 200, rows: 50 });
  const left = [...typed];
  let shown = "";
  output.on("data", (data: Buffer) => {
    shown += data.toString();
    const [next] = left;
    if (!next || !shown.includes(next[0])) return;
    left.shift();
    shown = "";
    setImmediate(() => input.write(next[1]));
  });
  return { streams: { input, output } as never, left };
}

test("a person is asked once, sees the defaults, and finds the answers in a file", async () => {
  const folder = await useFolder();
  const { streams, left } = terminal([
    ["The Cloudflare account", "\u001B[B\r"],
    ["The address", "directory.org\r"],
    ["The name of the directory", 'Swaps "and" #more\r'],
    ["The email address", "\r"],
    ["Where most visitors are", "\r"],
    ["Payments", "\r"],
    ["Sign-in with Google", "\r"],
  ]);
  const answers = await completeAnswers(environment, readAnswers(environment), {
    accounts: ACCOUNTS,
    isAsking: true,
    streams,
  });
  expect(left).toEqual([]);
  expect(answers).toEqual({
    CLOUDFLARE_ACCOUNT_ID: "b".repeat(32),
    SITE_URL: "https://directory.org",
    SITE_NAME: 'Swaps "and" #more',
    SUPPORT_EMAIL: "support@directory.org",
    D1_LOCATION: "weur",
    STRIPE_PUBLISHABLE_KEY: "",
    GOOGLE_CLIENT_ID: "",
  });

  saveAnswers(environment, answers);
  const stored = readAnswers(environment);
  expect(stored.answers).toEqual(answers);
  expect(await completeAnswers(environment, stored, { accounts: [], isAsking: true })).toEqual(answers);
  expect(await readFile(path.join(folder, "production.env"), "utf8")).toContain("# The name of the directory.\n");
});

test("flags win over the environment, and the environment over the file", async () => {
  const folder = await useFolder();
  const file = "SITE_URL=https://file.org\nSITE_NAME=File\nSUPPORT_EMAIL=file@file.org\nALERT_EMAIL=alerts@file.org\n";
  await writeFile(path.join(folder, "production.env"), file);
  vi.stubEnv("SITE_URL", "https://environment.org");
  vi.stubEnv("SITE_NAME", "Environment");
  const { answers } = readAnswers(environment, { "site-url": "flag.org" });
  expect(answers).toEqual({
    SITE_URL: "https://flag.org",
    SITE_NAME: "Environment",
    SUPPORT_EMAIL: "file@file.org",
    ALERT_EMAIL: "alerts@file.org",
  });
});

test("a name in the file that nothing reads is shown, and so is a secret", async () => {
  const folder = await useFolder();
  for (const name of ["SITE_NAM", "STRIPE_SECRET_KEY"]) {
    await writeFile(path.join(folder, "production.env"), `${name}=text\n`);
    expect(() => readAnswers(environment)).toThrow(`production.env has ${name}, which is no answer`);
  }
});

test("any spelling of workers.dev is the account's own address", async () => {
  await useFolder();
  for (const url of ["workers.dev", "Workers.dev", "https://workers.dev/"])
    expect(readAnswers(environment, { "site-url": url }).answers["SITE_URL"]).toBe("workers.dev");
});

test("a name is stored as it was typed", async () => {
  await useFolder();
  saveAnswers(environment, { SITE_NAME: String.raw`D\now` });
  expect(readAnswers(environment).answers["SITE_NAME"]).toBe(String.raw`D\now`);
});

test.each([
  ["site-url", "https://directory.example.com", /^SITE_URL is “.+”, but it must be workers\.dev or an address/],
  ["support-email", "Help <help@directory.org>", /^SUPPORT_EMAIL is .+ must be an email address/],
  ["stripe-publishable-key", "sk_live_1234", /^STRIPE_PUBLISHABLE_KEY is .+ must be empty or begin with pk_/],
  ["d1-location", "moon", /^D1_LOCATION is .+ must be one of weur/],
])("--%s %s is no answer", async (flag, value, message) => {
  await useFolder();
  expect(() => readAnswers(environment, { [flag]: value })).toThrow(message);
});
