import { expect, test } from "vitest";
import { beganMail } from "#worker/features/payments/mails.ts";

test("the mail that a place began names the next payment, and a discount only if it was for this payment", () => {
  const site = { name: "Directory", origin: "https://directory.example", supportEmail: "help@directory.example" };
  const next = { siteId: 7, name: "Penpot", currency: "eur", plan: null, cents: 1000, at: Date.UTC(2026, 11, 20, 12) };
  const [full, discounted] = [1000, 500].map((paid) => beganMail(site, { ...next, paid }).text);
  for (const text of [full, discounted]) expect(text).toContain("Next payment: €10.00 on 20 December 2026");
  expect(discounted).toContain("The discount was for this payment. The next one costs €10.00.");
  expect(full).not.toContain("discount");
});
