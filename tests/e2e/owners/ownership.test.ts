// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { ownershipPath, sitePath } from "#schema/pages/paths.ts";
import { pressButton } from "../support/actions.ts";
import { baseUrl } from "../support/base-url.ts";
import { mailedLink } from "../support/mail.ts";
import { listSite, waitForText } from "../support/owners.ts";
import { newEmail, visitSignedIn } from "../support/people.ts";
import { visitAsStaff } from "../support/staff.ts";

const setInternet = (body: object) =>
  fetch(new URL("/dev/internet", baseUrl()), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** Returns what the person must publish. */
const tokenFor = (page: Page, method: string) => page.getByLabel(method).inputValue();

test("two people prove, claim and hand over a listing, and staff decide by keyboard", async () => {
  const [annaEmail, bertEmail] = [newEmail(), newEmail()];
  const anna = await visitSignedIn("/user", annaEmail);
  const host = `${crypto.randomUUID()}.example`;
  const site = await listSite(anna, { name: `Claimed ${host.slice(0, 8)}`, link: `https://${host}/` });
  const path = ownershipPath(site.id);

  await anna.goto("/dashboard");
  await anna.getByRole("link", { name: `Verify ${site.name}` }).click();
  await pressButton(anna, "Check now");
  await waitForText(anna, `There is no text file at https://${host}`);
  const body = await tokenFor(anna, "By a file");
  const url = `https://${host}/.well-known/directory-verification.txt`;
  await setInternet({ url, answer: { headers: { "Content-Type": "text/plain" }, body } });
  await pressButton(anna, "Check now");
  await waitForText(anna, "Verified by a file since");

  const bert = await visitSignedIn(sitePath(site.slug), bertEmail);
  await waitForText(bert, "Verified by a file since");
  await bert.getByRole("link", { name: "Is this yours?" }).click();
  const txt = await tokenFor(bert, "By DNS");
  expect(txt).not.toBe(body);
  await setInternet({ dns: `_directory-verification.${host}`, answer: { txt } });
  await pressButton(bert, "Check and claim");
  await waitForText(bert, "You have claimed this listing. Its owner can answer until");

  await anna.goto(await mailedLink(annaEmail, "/site/owner/", 2));
  await pressButton(anna, "It is mine");
  await waitForText(anna, "Please say why.");
  await anna.getByLabel("Why it is yours").fill("I wrote the software.");
  await pressButton(anna, "It is mine");
  await waitForText(anna, "Our staff decide, and we mail you");

  const staff = await visitAsStaff("/admin");
  const row = staff.getByRole("button", { name: new RegExp(`^${site.name} Claim`) });
  await row.focus();
  if ((await row.getAttribute("aria-expanded")) === "false") await row.press("Enter");
  await waitForText(staff, "I wrote the software.");
  await staff.keyboard.press("a");
  await waitForText(staff, `“${site.name}” will be approved.`);
  // The decision is sent when the person leaves.
  await staff.goto("/dashboard");
  await mailedLink(bertEmail, "/site/owner/");

  await bert.goto(path);
  await bert.getByLabel("Email address of the new owner").fill(annaEmail);
  await pressButton(bert, "Send the link");
  await waitForText(bert, "We sent the link.");
  await anna.goto(await mailedLink(annaEmail, String.raw`/site/owner/\d+\?handover=`, 4));
  await pressButton(anna, "Accept the listing");
  await waitForText(anna, "Verify your site");
  await bert.goto(path);
  await waitForText(bert, "Is this yours?");
});
