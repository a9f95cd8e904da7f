import { expect, test } from "vitest";
import { changePasswordForm, codeForm, logInForm, nameForm, signUpForm } from "#schema/accounts/account-forms.ts";
import { validateForm } from "#schema/values/validate-form.ts";

const PASSWORD = "correct horse 1";
const names = { first_name: "Anna", last_name: "Lind" };
const passwords = { password1: PASSWORD, password2: PASSWORD };
const SIGN_UP = { email: "anna@example.com", ...names, ...passwords };
const CHANGE = { old_password: PASSWORD, ...passwords };
const short = "Password must be at least 8 characters long.";

const FORMS = { signUpForm, changePasswordForm, logInForm, nameForm, codeForm };

test.each<[keyof typeof FORMS, object, Record<string, string>]>([
  ["signUpForm", { ...SIGN_UP, email: "anna" }, { email: "Please enter a valid email address" }],
  ["signUpForm", { ...SIGN_UP, first_name: " " }, { first_name: "First name is required" }],
  ["signUpForm", { ...SIGN_UP, last_name: undefined }, { last_name: "Last name is required" }],
  [
    "signUpForm",
    { ...SIGN_UP, password1: "x".repeat(129), password2: "x".repeat(129) },
    { password1: "Password must be at most 128 characters long." },
  ],
  [
    "signUpForm",
    { email: "", first_name: "", last_name: "Lind", password1: "short", password2: "another one" },
    {
      email: "Email address is required",
      first_name: "First name is required",
      password1: short,
      password2: "Passwords do not match",
    },
  ],
  [
    "signUpForm",
    { ...SIGN_UP, email: "", password2: "" },
    { email: "Email address is required", password2: "Please repeat the password." },
  ],
  ["changePasswordForm", { ...CHANGE, old_password: "" }, { old_password: "Current password is required" }],
  ["changePasswordForm", { ...CHANGE, password2: "another one" }, { password2: "New passwords don't match." }],
  ["logInForm", { email: "anna@example.com", password: "" }, { password: "Password is required" }],
  ["nameForm", { first_name: "", last_name: "Li" }, { first_name: "First name is required" }],
  ["codeForm", { code: "12345" }, { code: "Please enter the 6-digit code." }],
  ["codeForm", { code: "" }, { code: "Code is required" }],
])("a wrong %s %j has its own messages", (name, form, errors) => {
  expect(validateForm(FORMS[name], form)).toMatchObject({ ok: false, fields: errors });
});

test.each([
  ["full-width", 0xff10],
  ["Arabic", 0x660],
  ["Devanagari", 0x966],
])("a code in %s digits, with spaces and invisible characters, is read", (_, zero) => {
  const digits = [...Array(6).keys()].map((digit) => String.fromCharCode(zero + digit)).join("");
  expect(codeForm.parse({ code: `\u200e ${digits.slice(0, 3)} ${digits.slice(3)}` }).code).toBe("012345");
});

test("a name is trimmed, and the page to return to is dropped if it is none of this site", () => {
  expect(nameForm.parse({ first_name: " Änn ", last_name: "Li" })).toEqual({ first_name: "Änn", last_name: "Li" });
  const nextOf = (next: unknown) => signUpForm.parse({ ...SIGN_UP, next }).next;
  expect(nextOf("/sites/create?category=finance#content")).toBe("/sites/create?category=finance#content");
  for (const wrong of ["https://evil.example/", "//evil.example/", "/login?next=/user", `/${"x".repeat(500)}`, 7, null])
    expect(nextOf(wrong) ?? "", String(wrong)).toBe("");
});
