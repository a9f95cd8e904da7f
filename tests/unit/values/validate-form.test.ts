import { expect, test } from "vitest";
import { siteForm } from "#schema/sites/site-form.ts";
import { validateForm } from "#schema/values/validate-form.ts";

test("of thousands of wrong fields, fifty are named, with short names", () => {
  const facts = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`unknown ${index}`, 1]));
  const result = validateForm(siteForm, { facts: { ["y".repeat(9999)]: 1, ...facts } });
  const names = result.ok ? [] : Object.keys(result.fields);
  expect(names.length).toBeGreaterThan(40);
  expect(names.length).toBeLessThanOrEqual(50);
  expect(Math.max(...names.map(({ length }) => length))).toBe(100);
});
