import { expect, test } from "vitest";
import { bindingMail } from "#worker/adapters/mail.ts";
import type { Bindings } from "#worker/env.ts";

const MAIL = { to: "anna@example.com", subject: "", text: "", html: "" };

test.each([
  ["E_VALIDATION_ERROR", { isFinal: true, isOverQuota: false }],
  ["E_RECIPIENT_SUPPRESSED", { isFinal: true, isOverQuota: false }],
  ["E_RECIPIENT_NOT_ALLOWED", { isFinal: true, isOverQuota: false }],
  ["E_CONTENT_TOO_LARGE", { isFinal: true, isOverQuota: false }],
  ["E_HEADER_NOT_ALLOWED", { isFinal: true, isOverQuota: false }],
  ["E_HEADERS_TOO_LARGE", { isFinal: true, isOverQuota: false }],
  ["E_RATE_LIMIT_EXCEEDED", { isFinal: false, isOverQuota: false }],
  ["E_DAILY_LIMIT_EXCEEDED", { isFinal: false, isOverQuota: true }],
  ["E_SENDER_NOT_VERIFIED", { isFinal: false, isOverQuota: false }],
  ["E_SENDER_DOMAIN_NOT_AVAILABLE", { isFinal: false, isOverQuota: false }],
  ["E_DELIVERY_FAILED", { isFinal: false, isOverQuota: false }],
])("the refusal %s of the mail service means %o, and its error has no address", async (code, meaning) => {
  const send = () => Promise.reject(Object.assign(new Error(`${MAIL.to} was refused.`), { code }));
  const error = await bindingMail({ EMAIL: { send } } as unknown as Bindings)(MAIL).catch((refused: Error) => refused);
  expect(error).toMatchObject({ ...meaning, message: `The mail service did not accept a mail: ${code}.` });
  expect((error as Error).cause).toBeUndefined();
});
