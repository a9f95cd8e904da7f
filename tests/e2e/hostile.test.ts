import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { users } from "#schema/tables/accounts.ts";
import type { Store } from "#worker/commands/bindings.ts";
import { cleanDocument } from "#worker/features/documents/clean.ts";
import { hashPassword } from "#worker/features/accounts/passwords/password-hash.ts";
import { createListings, type NewListing } from "#worker/features/sites/create.ts";
import { hostileDocuments } from "../support/hostile-documents.ts";
import { useOwnServer } from "./support/base-url.ts";
import { PASSWORD, visitSignedIn } from "./support/people.ts";
import { visit } from "./support/visit.ts";

/** A file with other documents to test, one `{"name", "doc"}` per line. */
const FILE = process.env["HOSTILE_DOCUMENTS"];
const DOCUMENTS: typeof hostileDocuments = FILE
  ? readFileSync(FILE, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
  : hostileDocuments;
const STAFF = "staff@example.com";

useOwnServer(fill);

const site = (name: string, content: string): NewListing => ({
  name,
  link: `https://${name.replace(" ", "-")}.example/`,
  description: "",
  category: "finance",
  review: "active",
  createdAt: Date.now(),
  alternatives: [],
  content,
});

/** Lists two sites per document: one with the document as it is, for readers, and one with the sanitized document, for the editor. */
async function fill({ db }: Store): Promise<void> {
  const now = Date.now();
  const times = { emailVerifiedAt: now, createdAt: now, updatedAt: now };
  await db.insert(users).values({ email: STAFF, isStaff: true, passwordHash: await hashPassword(PASSWORD), ...times });
  for (const [index, { doc }] of DOCUMENTS.entries()) {
    const cleaned = cleanDocument(doc);
    const contents = [doc, cleaned.ok ? cleaned.document : {}].map((content) =>
      typeof content === "string" ? content : JSON.stringify(content),
    );
    const pair = [site(`Hostile ${index + 1}`, contents[0]!), site(`Cleaned ${index + 1}`, contents[1]!)];
    await createListings(db, pair, { ownerId: null, newId: () => "x" });
  }
}

/** Returns a list that grows with each call of `attack` and each opened dialog. */
async function watch(page: Page): Promise<string[]> {
  const events: string[] = [];
  page.on("dialog", (dialog) => {
    events.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction("attack", () => events.push("a script ran"));
  return events;
}

/** Returns the elements that could run code, load from another origin or have an unsafe link. */
const dangers = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll("*")];
    const isOurs = (url: string) => new URL(url, location.href).origin === location.origin;
    const ownScript = document.head.querySelector("script:not([src], [type])");
    return [
      ...all.filter((element) => element.getAttributeNames().some((name) => /^(on|srcdoc|formaction|ping)/.test(name))),
      ...all.filter((element) => element.matches("iframe, frame, object, embed, applet, base, meta[http-equiv], math")),
      ...all.filter((element) => element.matches("article :is(script, style, link, meta, form, template, animate)")),
      ...[...document.scripts].filter(
        (script) =>
          script !== ownScript &&
          script.type !== "application/json" &&
          !/ld\+json/.test(script.type) &&
          !(script.src && isOurs(script.src)),
      ),
      ...[...document.links].filter((link) => !/^(https?|mailto|tel):$/.test(link.protocol)),
      ...[...document.images].filter(
        (image) => image.src && !/^(data|blob):image\//.test(image.src) && !isOurs(image.src),
      ),
    ].map((element) => element.outerHTML.slice(0, 200));
  });

test.for(DOCUMENTS.map(({ name }, index) => [name, index + 1] as const))(
  "a hostile article runs no script and sends no request to another origin: %s",
  async ([, id]) => {
    const reader = await visit("/about");
    const seen = await watch(reader);
    await reader.goto(`/hostile-${id}`);
    await reader.getByRole("heading", { level: 1, name: `Hostile ${id}` }).waitFor();
    await reader.waitForLoadState("load");
    expect([...(await dangers(reader)), ...seen]).toEqual([]);
    if (!FILE) await reader.getByText("Here it ends.").last().waitFor();
  },
);

test(
  "a hostile article runs no script in the editor or its preview",
  { timeout: 60_000 + DOCUMENTS.length * 20_000 },
  async () => {
    const page = await visitSignedIn("/dashboard", STAFF);
    const seen = await watch(page);
    for (const [index, { name }] of DOCUMENTS.entries()) {
      await page.goto(`/site/edit/${2 * index + 2}`);
      await page.getByRole("tab", { name: "Blog Content" }).click();
      await page.locator(".article-editor[aria-busy=false]").waitFor();
      expect([...(await dangers(page)), ...seen], name).toEqual([]);
      const answer = page.waitForResponse("**/api/preview/");
      await page.getByRole("button", { name: "Preview", exact: true }).click();
      await answer;
      if (!FILE) await page.locator(".article").getByText("Here it ends.").last().waitFor();
      expect([...(await dangers(page)), ...seen], name).toEqual([]);
    }
  },
);
