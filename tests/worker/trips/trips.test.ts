import { expect, test } from "vitest";
import { CALLS } from "../security/inventory.ts";
import { ENTITLED, makeWorld, overrides, send, type World } from "../security/world.ts";
import type { Overrides } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { documentOf, editBody, listSite, siteBody } from "../support/own-sites.ts";
import { ANNA, lastMail, PASSWORD, passwordStep } from "../support/people.ts";
import { ask, ASKED, confirmPathIn } from "../support/search-watches.ts";
import { countTrips } from "../support/trips.ts";
import { uploadImage } from "../support/uploads.ts";

type Step = {
  /** The trips to D1 that the person waits for. */
  d1: number;
  status?: number;
  /** Prepares the call, and returns it. */
  prepare(world: World): Promise<Send> | Send;
};
type Send = (counting: Overrides) => Promise<Response>;

const enterPassword = (email: string, password: string) => () => {
  const browser = new Browser();
  return (counting: Overrides) => browser.post("/api/login/", { email, password }, counting);
};

const searchFor = (q: string) => () => (counting: Overrides) => new Browser().get(`/api/saas/?q=${q}`, counting);

/** A listing that needs each check before it is saved: its uploads exist, and its owner is new and writes a short link. */
async function richSite({ owner }: World, name: string) {
  const image = await uploadImage(owner, "screenshot", 1600, 1000);
  const document = { blocks: [{ type: "image", data: { file: { url: image } } }, ...documentOf("Words").blocks] };
  return siteBody({
    name,
    link: `https://${name}.example/`,
    alternatives: [{ name: `Before ${name}`, link: "https://bit.ly/short" }],
    screenshots: [{ url: image, alt: "A table", decorative: false, caption: "" }],
    blog: { content: JSON.stringify(document) },
  });
}

/** What people do, with a fixed number of trips, so that nobody adds one by accident. */
const STEPS: Record<string, Step> = {
  "log-in: password": { d1: 6, prepare: enterPassword(ANNA, PASSWORD) },
  "log-in: password, in a browser that the account knows": {
    d1: 8,
    async prepare() {
      const browser = new Browser();
      const code = await passwordStep(browser);
      await browser.post("/api/login/verify/", { email: ANNA, code });
      return (counting) => browser.post("/api/login/", { email: ANNA, password: PASSWORD }, counting);
    },
  },
  "log-in: code": {
    d1: 4,
    async prepare() {
      const browser = new Browser();
      const code = await passwordStep(browser);
      return (counting) => browser.post("/api/login/verify/", { email: ANNA, code }, counting);
    },
  },
  "log-in: wrong password": { d1: 2, status: 400, prepare: enterPassword(ANNA, "not the password") },
  "save a new listing": {
    d1: 4,
    status: 201,
    async prepare(world) {
      const body = await richSite(world, "fresh");
      return (counting) => world.owner.post("/api/sites/", body, counting);
    },
  },
  "save a changed listing": {
    d1: 3,
    async prepare(world) {
      const site = await listSite(world.owner, { name: "Old", link: "https://old.example/" });
      const body = editBody(site, await richSite(world, "changed"));
      return (counting) => world.owner.put(`/api/sites/${site.id}/`, body, counting);
    },
  },
  "delete a listing": {
    d1: 4,
    status: 204,
    async prepare(world) {
      const site = await listSite(world.owner, await richSite(world, "gone"));
      return (counting) => world.owner.delete(`/api/sites/${site.id}/`, undefined, { ...overrides(), ...counting });
    },
  },
  like: {
    d1: 2,
    prepare:
      ({ other }) =>
      (counting) =>
        other.post("/api/sites/1/like/", undefined, counting),
  },
  suggestions: { d1: 1, prepare: () => (counting) => new Browser().get("/api/suggestions/?q=matter", counting) },
  // Candidates, then the page. Of few hits, near words are read beside the page.
  "search: found": { d1: 3, prepare: searchFor("mattermost") },
  // Candidates, those whose words begin so beside near words, those of the better spelling, the page.
  "search: misspelt": { d1: 5, prepare: searchFor("matermost") },
  "search: nothing": { d1: 4, prepare: searchFor("zzyzx") },
  // The limits are counted before the search is stored.
  "search that waits for a site: asked": {
    d1: 3,
    status: 202,
    prepare: () => (counting) => new Browser().post("/api/search-watches/", ASKED, counting),
  },
  "search that waits for a site: confirmed": {
    d1: 1,
    async prepare() {
      await ask();
      const path = `/api${confirmPathIn(lastMail(ASKED.email))}/`;
      return (counting) => new Browser().post(path, {}, counting);
    },
  },
};

/** Of signed-in people, without those in STEPS. */
const SIGNED_IN_READS = CALLS.filter(
  ({ method, who }) => method === "GET" && !["anyone", "stripe", "local"].includes(who),
);

/** The answer of the first three needs nothing but the user. The proposal counts its limit only for a link that is not listed, a guide is found by its product, a rival by its listing, and figures are read for their owner only. */
const OTHER_TRIPS = new Map([
  ["GET /api/check_auth", 1],
  ["GET /api/user", 1],
  ["GET /api/preview/picture", 1],
  ["GET /api/sites/proposal", 3],
  ["GET /api/products/:slug/guide", 3],
  ["GET /api/admin/listings/:id", 3],
  ["GET /api/sites/:id/figures", 3],
  ["GET /api/sites/:id/figures.csv", 3],
]);

test.for(Object.entries(STEPS))("%s", async ([, { d1, status = 200, prepare }]) => {
  const step = await prepare(await makeWorld());
  const trips = await countTrips(async (counting) => expect((await step(counting)).status).toBe(status));
  expect(trips.d1).toBe(d1);
});

test("a signed-in read is one trip for the session and one for the data", async () => {
  const world = await makeWorld();
  for (const call of SIGNED_IN_READS) {
    const { d1 } = await countTrips((counting) => send(world[ENTITLED[call.who]], call, counting));
    expect(d1, call.route).toBe(OTHER_TRIPS.get(call.route) ?? 2);
  }
});
