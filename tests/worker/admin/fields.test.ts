import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import type { AdminValue } from "#schema/admin.ts";
import { contactMessages } from "#schema/tables/contact.ts";
import { remoteImages, siteImages, uploads } from "#schema/tables/media.ts";
import { outbox } from "#schema/tables/outbox.ts";
import { synonyms } from "#schema/tables/search.ts";
import { MODELS } from "#worker/features/admin/models.ts";
import { NOW } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { BERT, insertUser, PASSWORD, logInNew } from "../support/people.ts";
import { insertPost } from "../support/posts.ts";

/** New values of fields that staff can change, by `{app}/{model}`. The others take any text. */
const CHANGES: Record<string, Record<string, AdminValue>> = {
  "sites/site": {
    name: "Renamed",
    link: "https://renamed.example/",
    description: "Described",
    category: "productivity",
    review: "pending",
    refusal: "No.",
    granted_until: "2027-01-01T00:00:00.000Z",
    standing_by_staff: "closed",
  },
  "sites/alternative": { name: "Teams", link: "https://teams.example/", description: "Described" },
  "sites/product": {
    name: "Huddle",
    link: "https://teams.example/",
    is_link_fixed: true,
    other_names: "teamschat",
    about: "Team chat.",
    why_leave: "Price",
    export_formats: "JSON, CSV",
    export_steps: "Open the settings.\nPress Export.",
    export_link: "https://teams.example/export",
    choices: "site: you want one",
    choices_by: "The editors",
  },
  "accounts/user": { first_name: "Berta", last_name: "Brown", is_staff: true, is_superuser: true, is_suspended: true },
  "blogs/post": { title: "Renamed", excerpt: "Announced", published_at: "2027-01-01T00:00:00.000Z" },
  "contact/message": { answer: "It is there." },
  "media/remote_picture": { is_removed: true },
  "outbox/mail": { waits: true },
  "search/synonym": { term: "kube", means: "docker, containers", is_mutual: true },
  "media/site_image": { alt: "A board", caption: "All work" },
};

const db = drizzle(env.DB);
const GIVES_RIGHTS = new Set(["is_staff", "is_superuser"]);

let staff: Browser;

beforeEach(async () => void (staff = await logInNew({ isStaff: true, isSuperuser: true })));

const CASES = MODELS.flatMap(({ app, name, fields }): [string, [string, AdminValue][]][] => {
  const model = `${app}/${name}`;
  const changes = Object.entries(fields).flatMap(([field, { editableBy }]): [string, AdminValue][] =>
    editableBy ? [[field, CHANGES[model]?.[field] ?? "Other words"]] : [],
  );
  // These are decided once: tests/worker/claims, tests/worker/reports, tests/worker/switches.
  return changes.length > 0 && !["sites/claim", "sites/switch", "reports/report"].includes(model)
    ? [[model, changes]]
    : [];
});

test.each(CASES)("a change of each field of %s that staff may change is stored", async (model, changes) => {
  const { id } = await insertUser({ email: BERT });
  await insertSite({ name: "Site", slug: "site", alternatives: [{ name: "Slack" }] });
  await insertPost();
  await db.insert(contactMessages).values({ email: BERT, message: "Where?", createdAt: NOW });
  await db.insert(remoteImages).values({ key: "remote/1", address: "https://pictures.example/1.png", fetchedAt: NOW });
  await db.insert(uploads).values({ key: "1", bytes: 1, createdAt: NOW });
  await db.insert(siteImages).values({ siteId: 1, kind: "screenshot", position: 0, uploadKey: "1" });
  await db.insert(synonyms).values({ term: "k8s", words: "k8s", means: "kubernetes", isMutual: false, createdAt: NOW });
  const mail = { key: "notice:1", recipient: BERT, subject: "", text: "", html: "", dueAt: NOW, createdAt: NOW };
  const [unsent] = await db
    .insert(outbox)
    .values({ ...mail, gaveUpAt: NOW })
    .returning();
  const ids: Record<string, string | number> = {
    "accounts/user": id,
    "outbox/mail": unsent!.id,
    "media/remote_picture": encodeURIComponent("remote/1"),
  };
  for (const [name, value] of changes) {
    await env.DB.exec(`UPDATE users SET is_staff = 0, is_superuser = 0, suspended_at = NULL WHERE id = ${id}`);
    const password = GIVES_RIGHTS.has(name) ? PASSWORD : undefined;
    const response = await staff.patch(`/api/${model}/${ids[model] ?? 1}/`, { [name]: value, password });
    const record = await response.json<Record<string, AdminValue>>();
    expect(response.status, `${model} ${name}: ${JSON.stringify(record)}`).toBe(200);
    expect(record[name], `${model} ${name}`).toBe(value);
  }
});
