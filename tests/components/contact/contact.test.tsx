import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { setSession } from "#web/data/session.tsx";
import { Component as Contact } from "#web/features/contact/contact-page.tsx";
import { anna } from "../../web/support/anna.ts";
import { button, field, fill, press, seeAlert, seeProblem } from "../support/actions.ts";
import { answerApi, failed, lost, refused } from "../support/api.ts";
import { showScreen } from "../support/show.tsx";

const showContact = () => showScreen({ path: "/contact", Component: Contact });
const TEXT = "A long enough message";

test("each validation error appears alone, beside the focused field", async () => {
  await showContact();
  for (const [email, message, sentence] of [
    ["", "", "Email address is required"],
    ["anna", "", "Please enter a valid email address"],
    ["anna@example.com", " ", "Message is required"],
    ["anna@example.com", "Too short", "Message must be at least 10 characters long"],
  ] as const) {
    await fill("Email", email);
    await fill("Message", message);
    await press("Send Message");
    await seeProblem(sentence.startsWith("Message") ? "Message" : "Email", sentence);
    const shown = [...document.querySelectorAll(".field-error")].map(({ textContent }) => textContent).filter(Boolean);
    expect(shown).toEqual([sentence]);
  }
  await fill("Message", TEXT);
  await expect.element(field("Message")).toBeValid();
});

test.each([
  ["Server error occurred", failed],
  ["An error occurred while sending your message.", () => new Response(null, { status: 400 })],
  ["Too many.", () => refused("Too many.", {}, 429)],
  ["An unexpected error occurred", () => new Response()],
  ["Network error - please check your connection", lost],
])("“%s”: a failure keeps the typed message", async (sentence, answer) => {
  answerApi({ "POST contact/": answer });
  await showContact();
  await fill("Email", "anna@example.com");
  await fill("Message", TEXT);
  await press("Send Message");
  await seeAlert(sentence);
  await expect.element(field("Message")).toHaveValue(TEXT);
});

test("a double press sends one message, the answer has the focus, and another message can be written", async () => {
  const calls = answerApi({ "POST contact/": { success: "It has arrived." } });
  await showContact();
  await fill("Email", "anna@example.com");
  await fill("Message", TEXT);
  const { form } = button("Send Message").element() as HTMLButtonElement;
  form!.requestSubmit();
  form!.requestSubmit();
  await expect.poll(() => document.activeElement?.textContent).toBe("It has arrived.");
  expect(calls).toEqual(["POST contact/"]);
  await press("Write another message");
  await expect.element(field("Message")).toHaveValue("");
});

test("the form contains a signed-in user's email address, and nobody can reach its honeypot field", async () => {
  setSession(anna);
  await showContact();
  await expect.element(field("Email")).toHaveValue(anna.email);
  await expect.element(field("Leave this empty")).not.toBeVisible();
  await field("Message").click();
  await userEvent.tab();
  await expect.element(button("Send Message")).toHaveFocus();
});

test("a link to the form can begin the message", async () => {
  await showScreen(
    { path: "/contact", Component: Contact },
    { pathname: "/contact", state: { message: "It is mine." } },
  );
  await expect.element(field("Message")).toHaveValue("It is mine.");
});
