import { expect, test } from "vitest";
import { logInCodeMail } from "#worker/features/accounts/mails.ts";
import { answerMail, refusalMail } from "#worker/features/admin/mails.ts";
import { contactMail } from "#worker/features/contact/mails.ts";
import { liveMail } from "#worker/features/sites/save/mails.ts";
import { sampleMails } from "../../support/sample-mails.ts";

const SITE = { name: "Switchlist", origin: "https://directory.example", supportEmail: "help@directory.example" };
const MAILS = Object.entries(sampleMails(SITE));
const modules = import.meta.glob<Record<string, unknown>>("../../../worker/features/*/mails.ts", { eager: true });

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };
const decode = (html: string) => html.replaceAll(/&(#?\w+);/g, (_, name: string) => ENTITIES[name] ?? `&${name};`);
/** Without the preheader, which repeats the first sentence, and the wordmark, which repeats the name of the footer. */
const bodyOf = (html: string) =>
  html
    .replace(/^[\s\S]*<body[^>]*>/, "")
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replace(/<div class="preheader"[\s\S]*?<\/div>/, "")
    .replace(/<a class="wordmark[\s\S]*?<\/a\s*>/, "");
const wordsOf = (text: string) =>
  text
    .split(/\s+/)
    .filter((word) => word !== "" && word !== "--")
    .map((word) => word.replace(/:$/, ""));
const shownWords = (html: string) =>
  wordsOf(
    decode(
      bodyOf(html)
        .replaceAll(/<\/?(?:a|strong)\b[^>]*>/g, "")
        .replaceAll(/<[^>]*>/g, " "),
    ),
  );
const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value]) => decode(value!));

test("the samples show every mail that the product sends", () => {
  const names = Object.values(modules).flatMap((one) => Object.keys(one).filter((name) => name.endsWith("Mail")));
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !MAILS.some(([sample]) => sample.startsWith(`${name}: `)))).toEqual([]);
});

test.each(MAILS)("%s: both versions have the same words and links", (_, { text, html }) => {
  expect(shownWords(html)).toEqual(wordsOf(text));
  const links = attributes(bodyOf(html), "href");
  const written = text.match(/https?:\/\/[^\s]*[^\s.,:]/g) ?? [];
  expect(links.filter((link) => !link.startsWith("mailto:")).toSorted()).toEqual(
    // The button and the address below it lead to the same page.
    [...written, ...attributes(bodyOf(html).match(/<a\s+class="go"[^>]*>/)?.[0] ?? "", "href")].toSorted(),
  );
  for (const link of links.filter((one) => one.startsWith("mailto:"))) expect(text).toContain(link.slice(7));
});

test.each(MAILS)("%s: says what it is, why it came and where help is, and loads nothing", (_, mail) => {
  const { subject, text, html } = mail;
  expect(decode(/<title>([\s\S]*?)<\/title>/.exec(html)![1]!).trim()).toBe(subject);
  expect(html).toMatch(/^<!doctype html>\s*<html lang="en" dir="ltr">/);
  expect(html).toContain('<meta name="color-scheme" content="light dark" />');
  expect(html).toContain('<meta name="supported-color-schemes" content="light dark" />');
  expect(html).toContain("@media (prefers-color-scheme:dark){.paper{");
  const [, preheader] = /<div class="preheader"[^>]*>\s*([^&<]*)/.exec(html)!;
  expect(preheader!.trim().length).toBeGreaterThan(5);
  expect(text.startsWith(preheader!.trim())).toBe(true);
  expect(text).toMatch(
    /\n\n-- \n\nSwitchlist, \S+\n\nYou get this email because [^\n]+ If you need help, write to \S+@\S+\.$/,
  );
  expect(html).not.toMatch(/<(?:img|script|link|iframe|object|svg)\b|url\(|\bsrc=|@import|@font-face/i);
  expect(html.length).toBeLessThan(20_000);
  // Only the table of facts is a table for screen readers.
  for (const table of html.match(/<table[^>]*>(?!\s*<tr>\s*<th)/g)!) expect(table).toContain('role="presentation"');
});

test("the foot says who runs the directory", () => {
  const operator = { name: "Directory Ltd", address: "1 Long Street, Cork, Ireland", vatId: "IE1234567FA" };
  const { text, html } = logInCodeMail({ ...SITE, operator }, "anna@example.com", "482915");
  const imprint = "Directory Ltd, 1 Long Street, Cork, Ireland, VAT number IE1234567FA";
  expect(text.endsWith(`\n\n${imprint}`)).toBe(true);
  expect(html).toContain(imprint);
});

test("a code is the only six digits, in one line of the text and in one piece of the HTML", () => {
  const { text, html } = logInCodeMail(SITE, "anna@example.com", "482915");
  expect(text.split("\n")).toContain("482915");
  expect(html.match(/>482915<\/strong/g)).toHaveLength(1);
  expect([text.match(/\b\d{6}\b/g), html.match(/\b\d{6}\b/g)]).toEqual([["482915"], ["482915"]]);
});

test("what a person wrote stays text, in its lines and its direction, and its addresses are no links", () => {
  const words = 'See <a href="https://evil.example/">this</a>\nor https://evil.example/ & pay.';
  const shown =
    "See &lt;a href=&quot;https://evil.example/&quot;&gt;this&lt;/a&gt;<br />or https://evil.example/ &amp; pay.";
  const mails = [
    contactMail(SITE, { email: "ann@example.com", message: words }),
    answerMail(SITE, { to: "ann@example.com", message: "Hello", answer: words }),
    refusalMail(SITE, { to: "ann@example.com", name: "Penpot", reason: words, wasPaid: false }),
  ];
  for (const { text, html } of mails) {
    expect(text).toContain(words);
    expect(html.replaceAll(/\s*\n\s*/g, "")).toMatch(/<p dir="auto"/);
    expect(html).toContain(shown);
    expect(html).not.toContain('href="https://evil.example');
  }
});

test("a name with right-to-left letters is isolated in sentences, and every name is escaped", () => {
  const listing = { to: "anna@example.com", slug: "one", isApproved: false };
  const hebrew = liveMail(SITE, { ...listing, name: "תוכנה" });
  for (const version of [hebrew.text, hebrew.html]) expect(version).toContain("listing \u2068תוכנה\u2069.");
  const hostile = liveMail(SITE, { ...listing, name: "<script>alert(1)</script>" });
  expect(hostile.html).not.toContain("<script");
  expect(liveMail(SITE, { ...listing, name: "Penpot" }).text).not.toMatch(/[\u2068\u2069]/);
});

test("the preheader cuts no character in two, so that the database can store the mail", () => {
  const answer = `${"a".repeat(199)}😀 and more.`;
  const { html } = answerMail(SITE, { to: "ann@example.com", message: "Hello", answer });
  expect(html.isWellFormed()).toBe(true);
});
