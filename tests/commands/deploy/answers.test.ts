import { readFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { collectAnswers, saveAnswers, storedAnswers } from "#worker/commands/deploy/answers.ts";
import { readEnvironment } from "#worker/commands/deploy/environment.ts";

const environment = readEnvironment("production");

async function useFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "answers-"));
  vi.stubEnv("DEPLOY_DIR", folder);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

test("a person is asked once, sees the defaults, and finds the answers in a file", async () => {
  const folder = await useFolder();
  const typed: [question: string, answer: string][] = [
    ["The address", "no address"],
    ["“no address” does not fit. The address", "directory.org/path"],
    ["The name of the directory", 'Swaps "and" #more, it\'s'],
    ["Mails come from", ""],
    ["Your own email address", "me@people.org"],
    ["How many mails", "0"],
    ["Where most visitors are", ""],
    ["Payments", ""],
    ["Sign-in with Google", ""],
  ];
  const asked: string[] = [];
  const answers = await collectAnswers(environment, async (question, proposed) => {
    asked.push(question);
    return typed[asked.length - 1]![1] || proposed;
  });
  expect(asked.map((question, index) => question.startsWith(typed[index]![0]))).toEqual(typed.map(() => true));
  expect(answers).toEqual({
    SITE_URL: "https://directory.org",
    SITE_NAME: 'Swaps "and" #more, it\'s',
    SUPPORT_EMAIL: "support@mail.directory.org",
    ALERT_EMAIL: "me@people.org",
    MAIL_DAILY_LIMIT: "0",
    D1_LOCATION: "weur",
    STRIPE_PUBLISHABLE_KEY: "",
    GOOGLE_CLIENT_ID: "",
  });

  saveAnswers(environment, answers);
  const never = () => expect.unreachable();
  expect(await collectAnswers(environment, never)).toEqual(answers);
  expect(await readFile(path.join(folder, "production.env"), "utf8")).toContain("# The name of the directory,");
});

test("the environment wins over the file, and the file over wrangler.toml", async () => {
  const folder = await useFolder();
  const file = "SITE_URL=https://file.org\nSITE_NAME=File\nSUPPORT_EMAIL=file@file.org\nOPERATOR_NAME=People\n";
  await writeFile(path.join(folder, "production.env"), file);
  vi.stubEnv("SITE_NAME", "Environment");
  expect(await collectAnswers(environment)).toMatchObject({
    SITE_URL: "https://file.org",
    SITE_NAME: "Environment",
    SUPPORT_EMAIL: "file@file.org",
    MAIL_DAILY_LIMIT: "100",
    OPERATOR_NAME: "People",
  });
});

test("all that is missing is named where nobody can be asked", async () => {
  await useFolder();
  await expect(collectAnswers(environment)).rejects.toThrow(
    /^These answers are missing or wrong:\n {2}SITE_URL: .+\n {2}SUPPORT_EMAIL: /,
  );
});

test("a name in the file that nothing reads is shown, and so is a secret", async () => {
  const folder = await useFolder();
  for (const name of ["SITE_NAM", "STRIPE_SECRET_KEY"]) {
    await writeFile(path.join(folder, "production.env"), `${name}=text\n`);
    expect(() => storedAnswers(environment)).toThrow(`production.env has ${name}, which is no answer`);
  }
});

test("a name is stored as it was typed", async () => {
  await useFolder();
  saveAnswers(environment, { SITE_NAME: String.raw`D\now` });
  expect(storedAnswers(environment)["SITE_NAME"]).toBe(String.raw`D\now`);
});

test.each([
  ["SITE_URL", "https://directory.example.com"],
  ["SUPPORT_EMAIL", "Help <help@directory.org>"],
  ["ALERT_EMAIL", "nobody"],
  ["MAIL_DAILY_LIMIT", "many"],
  ["STRIPE_PUBLISHABLE_KEY", "sk_live_1234"],
  ["D1_LOCATION", "moon"],
])("%s is not %s", async (name, value) => {
  await useFolder();
  const others = { SITE_URL: "https://directory.org", SUPPORT_EMAIL: "help@directory.org", [name]: value };
  for (const [one, given] of Object.entries(others)) vi.stubEnv(one, given);
  await expect(collectAnswers(environment)).rejects.toThrow(`${name} is “${value}”, which does not fit:`);
});
