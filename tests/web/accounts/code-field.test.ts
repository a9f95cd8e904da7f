import { expect, test } from "vitest";
import { codeIn } from "#web/features/accounts/code-field.tsx";

test.each([
  ["123456", "123456"],
  [" 123 456\n", "123456"],
  ["123-456", "123456"],
  ["Your code: 123456.", "123456"],
  ["1234567", "123456"],
  ["abc", ""],
])("the text %j contains the code %j", (text, code) => {
  expect(codeIn(text)).toBe(code);
});
