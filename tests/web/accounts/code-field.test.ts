import { expect, test } from "vitest";
import { codeIn } from "#web/features/accounts/code-field.tsx";

test.each([
  ["123456", "123456"],
  [" 123 456\n", "123456"],
  ["Your code: 123456.", "123456"],
  ["1234567", "123456"],
  ["１２３４５６", "123456"],
  ["٠١٢٣٤٥", "012345"],
  ["०१२ ३४५", "012345"],
  ["๖๗๘๙𝟘𝟗", "678909"],
  ["①②³", ""],
  ["abc", ""],
])("the text %j contains the code %j", (text, code) => {
  expect(codeIn(text)).toBe(code);
});
