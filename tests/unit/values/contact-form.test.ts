import { expect, test } from "vitest";
import { contactForm } from "#schema/pages/contact.ts";
import { validateForm } from "#schema/values/validate-form.ts";

const GOOD = { email: "ann@example.com", message: "Is the list of maps complete?" };

test.each([
  ["Email address is required", { ...GOOD, email: " " }, ["email"]],
  ["Email address is required", { message: GOOD.message }, ["email"]],
  ["Please enter a valid email address", { ...GOOD, email: "a@b.example\r\nBcc: c@d.example" }, ["email"]],
  ["Message is required", { ...GOOD, message: " \n " }, ["message"]],
  ["Message is required", { ...GOOD, message: 5 }, ["message"]],
  ["Message must be at least 10 characters long", { ...GOOD, message: "123456789 " }, ["message"]],
  ["Message must be at most 5000 characters long", { ...GOOD, message: "x".repeat(5001) }, ["message"]],
  ["Email address is required", { email: "", message: "" }, ["email", "message"]],
])("a message is refused: %s", (message, form, fields) => {
  const checked = validateForm(contactForm, form);
  expect(checked).toMatchObject({ ok: false, message });
  expect(checked.ok ? [] : Object.keys(checked.fields)).toEqual(fields);
});
