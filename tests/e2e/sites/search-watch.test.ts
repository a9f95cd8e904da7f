// @module-tag long
import { expect, test } from "vitest";
import { waitForHeading, pressButton } from "../support/actions.ts";
import { baseUrl } from "../support/base-url.ts";
import { mailedLink, mailsTo } from "../support/mail.ts";
import { listSite } from "../support/owners.ts";
import { createAccount, newEmail, visitSignedIn } from "../support/people.ts";
import { visit } from "../support/visit.ts";

const BUTTON = "Tell me when one is listed";
const CONFIRM = "/search-watches/confirm/";
const STOP = "/search-watches/unsubscribe/";

/** A word that no site has. */
const newWord = () =>
  crypto
    .randomUUID()
    .replaceAll("-", "")
    .replaceAll(/\d/g, (digit) => "klmnopqrst"[Number(digit)]!);
const runCron = () => fetch(new URL("/dev/cron", baseUrl()), { method: "POST" });
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

test("a search that finds nothing leads to one email, and a press ends the emails", { tags: "journey" }, async () => {
  const [email, word] = [newEmail(), newWord()];
  const page = await visit(`/?q=${word}`);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await pressButton(page, BUTTON);
  await page.getByText("Open the link in the email that we sent you.").waitFor();

  await page.goto(await mailedLink(email, CONFIRM));
  await waitForHeading(page, BUTTON);
  await page.getByText(`You searched for “${word}”, and no site matched.`).waitFor();
  await pressButton(page, "Send me one email");
  await page.getByText(`We will send you one email when a site for “${word}” is listed.`).waitFor();

  const owner = await visitSignedIn("/dashboard", await createAccount());
  const { name, slug } = await listSite(owner, { description: `It does ${word}` });
  await runCron();
  await expect.poll(async () => (await subjectsTo(email))[0]).toBe(`One is listed: ${name}`);
  const [mail] = await mailsTo(email);
  expect(mail!.text).toContain(`${name}: ${new URL(slug, baseUrl()).href}`);

  await page.goto(await mailedLink(email, STOP, 2));
  await waitForHeading(page, "Stop emails about searches");
  await pressButton(page, "Stop these emails");
  await page.getByText("You get no more emails about searches.").waitFor();
  await listSite(owner, { description: `It does ${word} as well` });
  await runCron();
  expect(await subjectsTo(email)).toHaveLength(2);
});
