import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { metaTag } from "#schema/sites/ownership.ts";
import { sites } from "#schema/tables/sites.ts";
import { fakes, ORIGIN } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import {
  act,
  GOOGLE,
  pageWith,
  publish,
  publishFile,
  publishPage,
  publishRecord,
  redirect,
  siteRow,
  tokenFor,
} from "../support/ownership.ts";
import { BERT, insertUser, logIn, logInNew } from "../support/people.ts";

// Eve claims the listing of a website that is not hers.

let eve: Browser;
let anna: Browser;
let annaId: number;

const VICTIM = "victim.example";
const HOME = `https://${VICTIM}/`;
const FILE = `${HOME}.well-known/directory-verification.txt`;

beforeEach(async () => {
  annaId = (await insertUser()).id;
  anna = await logIn();
  eve = await logInNew({ email: BERT });
});

const listed = async (link = HOME) => (await insertSite({ link })).id;
const unique = async () => (await insertSite({ link: `https://${crypto.randomUUID()}.example/` })).id;

type Attack = (token: string, siteId: number) => unknown;

/** What Eve can make the victim's website, or the network, say. The listing stays without an owner. */
const ATTACKS: Record<string, Attack> = {
  "the token of the proven owner, which everybody can read at the website": async (_, id) =>
    publish("file", VICTIM, await tokenFor(anna, id)),
  "her own token for another listing": async () => publish("file", VICTIM, await tokenFor(eve, await unique())),
  "a record that only one resolver believes": (token) => publishRecord(VICTIM, token, [GOOGLE]),
  "a record of hers that an alias of the victim leads to": (token) =>
    publishRecord(VICTIM, token, undefined, "eve.shared-host.example."),
  "a file that the victim's website redirects to hers": (token) => {
    redirect(FILE, "https://eve.example/token.txt");
    publishFile("https://eve.example/token.txt", token);
  },
  "a page that leads over her website back to what she uploaded": (token) => {
    redirect(HOME, "https://eve.example/back");
    redirect("https://eve.example/back", `${HOME}uploads/eve.html`);
    publishPage(`${HOME}uploads/eve.html`, pageWith(token));
  },
  "a meta tag in a comment that she wrote below a page": (token) =>
    publishPage(HOME, `<html><head><title>V</title></head><body><p>${metaTag(token)}</p></body></html>`),
  "a meta tag after text, where the body has begun without a tag": (token) =>
    publishPage(HOME, `<title>V</title><div></div><head>${metaTag(token)}</head>`),
  "a meta tag inside a script, a comment or a title": (token) =>
    publishPage(
      HOME,
      `<head><title>${metaTag(token)}</title><script>"${metaTag(token)}"</script><!--${metaTag(token)}--></head>`,
    ),
  "a page that shows her token as a text among others": (token) => publishFile(FILE, `404: ${token} not found`),
  "an HTML page with nothing but her token": (token) => publishFile(FILE, token, "text/html"),
  "an answer that never ends": (token) => publishFile(FILE, token + " ".repeat(70_000)),
  "a website of http, which the network can change": (token) =>
    publishPage(HOME.replace("https", "http"), pageWith(token)),
};

test.each(Object.entries(ATTACKS))("%s proves nothing", async (_, attack) => {
  const id = await listed();
  await attack(await tokenFor(eve, id), id);
  expect((await act(eve, id, "claim")).status).toBe(403);
  expect((await act(eve, id, "verification/check")).body["verified"]).toBe(false);
  expect((await siteRow(id)).ownerId).toBeNull();
});

test("a twin of the host in other letters proves only itself", async () => {
  // The first letter is Cyrillic.
  const id = await listed("https://аpple.example/");
  publish("file", "apple.example", await tokenFor(eve, id));
  expect((await act(eve, id, "claim")).status).toBe(403);
  expect(fakes.fetched.join(" ")).toContain("xn--pple-43d.example");
  expect(fakes.fetched.join(" ")).not.toContain("//apple.example");
});

test.each(["http://127.0.0.1/", "http://169.254.169.254/", "http://router.local/", `${ORIGIN}/penpot`])(
  "nothing is fetched from %s, also not after a redirect",
  async (target) => {
    const id = await listed(target);
    expect((await act(eve, id, "claim")).status).toBe(403);
    const other = await listed("https://rebind.example/");
    redirect("https://rebind.example/", target);
    redirect("https://rebind.example/.well-known/directory-verification.txt", target);
    expect((await act(eve, other, "claim")).status).toBe(403);
    const hosts = fakes.fetched.map((url) => new URL(url).hostname);
    expect(new Set(hosts)).not.toContain(new URL(target).hostname);
  },
);

test("somebody with a page at a shared host cannot claim the page of another person there", async () => {
  const id = await listed("https://shared.example/~victim");
  const token = await tokenFor(eve, id);
  publish("dns", "shared.example", token);
  publish("file", "shared.example", token);
  publishPage("https://shared.example/~eve", pageWith(token));
  redirect("https://shared.example/~eve/away", "https://shared.example/~victim");
  expect((await act(eve, id, "claim")).status).toBe(403);
});

const changeLink = (id: number) => drizzle(env.DB).update(sites).set({ link: HOME }).where(eq(sites.id, id));

test("a link that changes during the check gets no mark", async () => {
  const { id } = await insertSite({ link: "https://eve.example/", ownerId: 2 });
  publish("meta", "eve.example", await tokenFor(eve, id));
  const page = fakes.internet.get("https://eve.example/") as Response;
  fakes.internet.set("https://eve.example/", async () => {
    await changeLink(id);
    return page.clone();
  });
  await act(eve, id, "verification/check");
  expect(await siteRow(id)).toMatchObject({ link: HOME, verifiedBy: null });
});

test("a proven owner who changes the link loses the mark", async () => {
  const { id } = await insertSite({ link: "https://eve.example/", ownerId: 2 });
  publish("meta", "eve.example", await tokenFor(eve, id));
  await act(eve, id, "verification/check");
  expect((await siteRow(id)).verifiedBy).toBe("meta");
  await changeLink(id);
  expect((await siteRow(id)).verifiedBy).toBeNull();
});

test("nobody learns of a listing that is not public, and cannot act for its owner", async () => {
  const { id } = await insertSite({ link: HOME, ownerId: annaId, review: "pending" });
  const actions = ["claim", "verification/check", "handover/accept"];
  const answers = await Promise.all([...actions.map((action) => act(eve, id, action)), act(eve, 999, "claim")]);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]!.status).toBe(404);
});
