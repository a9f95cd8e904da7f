import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { SITE_MESSAGES } from "#schema/sites/sites.ts";
import { LikeButton } from "#web/features/sites/card/like-button.tsx";
import { setSession } from "#web/data/session.tsx";
import { anna } from "../../web/support/anna.ts";
import { answerApi, failed } from "../support/api.ts";
import { passTime, stopClock, untilGone, untilShown } from "../support/clock.ts";
import { show } from "../support/show.tsx";

type Site = { id: number; name: string; like_count: number };

const FAILED = "An error occurred while updating likes.";
const LIKED = { like_count: 4, is_liked_by_user: true };

let lastId = 0;

// The app keeps likes, so each test has another user and other sites.
const newUser = () => ({ ...anna, id: ++lastId });
const newSite = (): Site => ({ id: ++lastId, name: `Site ${lastId}`, like_count: 3 });

const showButtons = (...sites: Site[]) => show(sites.map((site) => <LikeButton key={site.id} site={site} />));
const noLikesOf = ({ id }: Site) => ({ [`GET likes/?ids=${id}`]: { liked: [], own: [] } });
const button = ({ name }: Site) => page.getByRole("button", { name: new RegExp(`^Like ${name} `) });
const postsIn = (calls: string[]) => calls.filter((call) => call.startsWith("POST"));
const expectShown = (site: Site, pressed: boolean, count: number) =>
  expect
    .element(page.getByRole("button", { name: `Like ${site.name} ${count}`, exact: true, pressed }))
    .toBeInTheDocument();

test("a like is shown before the server answers, and after many presses the last one is sent", async () => {
  const site = newSite();
  setSession(newUser());
  const first = Promise.withResolvers<object>();
  const calls = answerApi({
    ...noLikesOf(site),
    [`POST sites/${site.id}/like/`]: () => first.promise,
    // Other people have liked the site before this answer.
    [`POST sites/${site.id}/unlike/`]: { like_count: 9, is_liked_by_user: false },
  });
  await showButtons(site);
  await button(site).click();
  await expectShown(site, true, 4);
  for (let press = 0; press < 3; press++) await button(site).click();
  await expectShown(site, false, 3);
  expect(postsIn(calls)).toEqual([`POST sites/${site.id}/like/`]);
  first.resolve(LIKED);
  await expectShown(site, false, 9);
  expect(postsIn(calls)).toEqual([`POST sites/${site.id}/like/`, `POST sites/${site.id}/unlike/`]);
});

test("a like that fails is undone and shows an error", async () => {
  const site = newSite();
  setSession(newUser());
  answerApi({ ...noLikesOf(site), [`POST sites/${site.id}/like/`]: failed });
  await showButtons(site);
  await button(site).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(FAILED);
  await expectShown(site, false, 3);
});

test("a press takes back a like that the page did not know of", async () => {
  const site = newSite();
  setSession(newUser());
  answerApi({
    [`GET likes/?ids=${site.id}`]: failed,
    [`POST sites/${site.id}/like/`]: Response.json({ error: SITE_MESSAGES.alreadyLiked }, { status: 400 }),
    [`POST sites/${site.id}/unlike/`]: { like_count: 2, is_liked_by_user: false },
  });
  await showButtons(site);
  await button(site).click();
  await expectShown(site, false, 2);
});

test("presses before the page knows the user count as one", async () => {
  const site = newSite();
  const asked = Promise.withResolvers<object>();
  const calls = answerApi({
    ...noLikesOf(site),
    "GET check_auth/": () => asked.promise,
    [`POST sites/${site.id}/like/`]: LIKED,
  });
  await showButtons(site);
  await button(site).click();
  // The first press has no visible effect yet, so the second one must not undo it.
  await button(site).click();
  asked.resolve({ user: newUser() });
  await expectShown(site, true, 4);
  expect(postsIn(calls)).toEqual([`POST sites/${site.id}/like/`]);
});

test("if the page could not ask for the user, a press asks again", async () => {
  const site = newSite();
  let isDown = true;
  answerApi({
    ...noLikesOf(site),
    "GET check_auth/": () => (isDown ? failed() : { user: newUser() }),
    [`POST sites/${site.id}/like/`]: LIKED,
  });
  await showButtons(site);
  await button(site).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(FAILED);
  isDown = false;
  await button(site).click();
  await expectShown(site, true, 4);
});

test("a visitor is asked to sign in for three seconds, and nothing is sent", async () => {
  const site = newSite();
  document.cookie = "csrftoken=; path=/; max-age=0";
  const calls = answerApi({});
  await showButtons(site);
  stopClock();
  (button(site).element() as HTMLElement).click();
  const message = page.getByText("Please sign in before liking.");
  await untilShown(message);
  await passTime(2999);
  expect(message.elements()).toHaveLength(1);
  await passTime(1);
  await untilGone(message);
  expect(calls).toEqual([]);
});

test("one request loads the likes of all buttons, and its answer moves nothing", async () => {
  const sites = [newSite(), newSite(), newSite()];
  setSession(newUser());
  const asked = Promise.withResolvers<object>();
  const ids = sites.map(({ id }) => id);
  const calls = answerApi({ [`GET likes/?ids=${ids.join("%2C")}`]: () => asked.promise });
  await showButtons(...sites);
  const box = () => button(sites[1]!).element().getBoundingClientRect().toJSON();
  const before = box();
  asked.resolve({ liked: [ids[1]], own: [] });
  await expectShown(sites[1]!, true, 3);
  await expectShown(sites[0]!, false, 3);
  expect(box()).toEqual(before);
  expect(calls).toHaveLength(1);
});
