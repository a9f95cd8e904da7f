// @module-tag long
import { expect, test } from "vitest";
import { movedPath, productPath, sitePath } from "#schema/pages/paths.ts";
import { SWITCH_MESSAGES } from "#schema/sites/switches.ts";
import { pressButton } from "../support/actions.ts";
import { listSite, waitForText } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";
import { visitAsStaff } from "../support/staff.ts";

test("on a phone, a person plans a move, says how it went, and the owner answers", async () => {
  const owner = await visitSignedIn("/user");
  const slug = crypto.randomUUID().slice(0, 8);
  const product = { name: `Left ${slug}`, link: `https://${slug}.example/` };
  const site = await listSite(owner, { alternatives: [product] });

  // Accounts of less than a day cannot answer.
  const mover = await visitAsStaff(productPath(`left-${slug}`));
  await mover.setViewportSize({ width: 390, height: 844 });
  await pressButton(mover, "I am moving");
  await mover.getByLabel(`From ${product.name} to`).selectOption(site.name);
  const saved = mover.waitForResponse((response) => response.request().postData()?.includes("tell") ?? false);
  await mover.getByLabel("Tell your team").check();
  await saved;
  await mover.getByLabel("When did you move?").fill("2026-05");
  await mover.getByLabel(`Do you still use ${site.name}?`).selectOption("Yes, still using it");
  await mover.getByLabel("How large is your team?").selectOption("2 to 10 people");
  await mover.getByLabel("How long did it take?").selectOption("Weeks");
  await mover.getByLabel("Would you do it again?").selectOption("Yes");
  await pressButton(mover, "Send my answer");
  await waitForText(mover, "Please write at least 40 characters.");
  const text = "We moved on a Saturday, and nobody asked for the old one.";
  await mover.getByLabel("What should others know?").fill(text);
  await pressButton(mover, "Send my answer");
  await waitForText(mover, SWITCH_MESSAGES.shown);
  await mover.goto(movedPath(`left-${slug}`));
  expect(await mover.getByLabel("Tell your team").isChecked()).toBe(true);
  expect(await mover.getByLabel("What should others know?").inputValue()).toBe(text);

  await owner.goto(sitePath(site.slug));
  await owner.getByText("What they say").click();
  await waitForText(owner, text);
  await owner.getByText("Answer as the owner").click();
  await owner.getByLabel("Your answer").fill("Welcome to all of you.");
  await pressButton(owner, "Send answer");
  await waitForText(owner, "The owner answers");

  await mover.goto(`${productPath(`left-${slug}`)}?team=small`);
  await waitForText(mover, `1 moved to ${site.name}`);
  await waitForText(mover, "Welcome to all of you.");
});
