import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { SitePage } from "#schema/sites/sites.ts";
import { forgetUnusedWords, WORDS_PER_RUN } from "#worker/features/search/known-words.ts";
import { connect } from "#worker/db/connection.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { withFault } from "../faults/failing-services.ts";
import { fakePorts, request } from "../support/app.ts";
import { expectKnownWordsToEqualTables, forgetAllUnusedWords } from "../support/derived-data.ts";
import { insertSite, insertSites } from "../support/factories.ts";
import { editBody, listSite } from "../support/own-sites.ts";
import { BERT, insertUser, logInNew } from "../support/people.ts";

const RUN_MS = 600_000;
const remove = (name: string) => env.DB.prepare("DELETE FROM sites WHERE name = ?").bind(name).run();
const correction = async (q: string) => {
  const page = await (await request(`/api/saas/?${new URLSearchParams({ q })}`)).json<SitePage>();
  return page.corrected_query;
};
const words = async () =>
  (await env.DB.prepare("SELECT word FROM known_words ORDER BY word").all<{ word: string }>()).results.map(
    ({ word }) => word,
  );

test("words of name, description and alternatives are known after a listing is saved", async () => {
  const anna = await logInNew();
  const site = await listSite(anna);
  expect(await words()).toEqual(["chat", "mattermost", "secure", "slack"]);
  const alternatives = [{ name: "Wombat", link: "https://wombat.example/" }];
  await anna.put(`/api/sites/${site.id}/`, editBody(site, { description: "Quokka", alternatives }));
  expect([await correction("quoka"), await correction("wombta")]).toEqual(["quokka", "wombat"]);
  await expectKnownWordsToEqualTables();
  expect(await words()).toEqual(["mattermost", "quokka", "wombat"]);
});

test("a word that two sites share stays known while one of them exists", async () => {
  await insertSites(["One", "Two"], { description: "Quokka" });
  await remove("One");
  await forgetAllUnusedWords();
  expect(await correction("quokak")).toBe("quokka");
  await remove("Two");
  await forgetAllUnusedWords();
  expect(await words()).toEqual([]);
  expect((await env.DB.prepare("SELECT * FROM spellings").all()).results).toEqual([]);
});

test("the more common of two near words is chosen, by the current number of sites", async () => {
  await insertSites(["A", "B", "C"], { description: "Good manners" });
  await insertSites(["D", "E"], { description: "A file manager" });
  expect(await correction("maneger")).toBe("manager");
  await insertSites(["F"], { description: "Some mannger" });
  expect(await correction("manngre")).toBe("mannger");
  await insertSite({ name: "G", description: "letter" });
  await insertSites(["H", "I"], { description: "lettes" });
  expect(await correction("letteq")).toBe("lettes");
  await insertSites(["J", "K"], { description: "letter" });
  expect(await correction("letteq")).toBe("letter");
  await remove("J");
  await remove("K");
  expect(await correction("letteq")).toBe("lettes");
});

test("each run of cron checks a part of the known words, and all runs together check every word", async () => {
  const description = Array.from({ length: WORDS_PER_RUN + 500 }, (_, index) => `word${index}`).join(" ");
  await insertSite({ name: "X", description });
  await remove("X");
  await forgetUnusedWords(connect(env.DB), 2 * RUN_MS);
  expect(await words()).toHaveLength(500);
  await forgetUnusedWords(connect(env.DB), 3 * RUN_MS);
  expect(await words()).toEqual([]);
});

test("the schedule deletes the words of a deleted listing", async () => {
  await insertSite({ name: "Orchestra", description: "Music" });
  await remove("Orchestra");
  await runSchedule(env, fakePorts);
  expect(await words()).toEqual([]);
});

test("words of a hidden listing are known again after it is approved or its owner's suspension ends", async () => {
  const staff = await logInNew({ isSuperuser: true });
  const bert = await insertUser({ email: BERT });
  const site = await insertSite({ name: "Orchestra", ownerId: bert.id, review: "pending" });
  await forgetAllUnusedWords();
  expect(await words()).toEqual([]);
  expect((await staff.patch(`/api/sites/site/${site.id}/`, { review: "active" })).status).toBe(200);
  expect(await correction("orchestro")).toBe("orchestra");
  const suspend = async (isSuspended: boolean) => {
    const response = await staff.patch(`/api/accounts/user/${bert.id}/`, { is_suspended: isSuspended });
    expect(response.status).toBe(200);
    await forgetAllUnusedWords();
  };
  await suspend(true);
  expect(await words()).toEqual([]);
  await suspend(false);
  expect(await correction("orchestro")).toBe("orchestra");
});

test("a word that is listed again while cron deletes it stays known, with its spellings", async () => {
  await insertSite({ name: "One", description: "Quokka" });
  await remove("One");
  let isAsked = false;
  const d1 = withFault(env.DB, {
    async call(work, name) {
      if (name === "batch" && !isAsked) {
        isAsked = true;
        await insertSite({ name: "Two", description: "Quokka" });
      }
      return work();
    },
  });
  await forgetUnusedWords(connect(d1), 0);
  expect(isAsked).toBe(true);
  expect(await words()).toEqual(["quokka"]);
  expect(await correction("quokak")).toBe("quokka");
});

test("words of three letters are not corrections, because they are near to too many words", async () => {
  await insertSite({ name: "Cat", description: "An app" });
  expect(await words()).toEqual([]);
  expect(await correction("catz")).toBeUndefined();
});
