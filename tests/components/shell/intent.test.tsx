import { expect, onTestFinished, test, vi } from "vitest";
import { prefetchOnIntent } from "#web/prefetch.ts";
import { homePage, site, siteDetailPage, sitePage } from "../../web/support/pages.ts";
import { stopClock } from "../support/clock.ts";
import { openPage } from "../support/directory.tsx";

// The browser's own mouse is over each page that appears.
addEventListener("pointerover", (event) => event.isTrusted && event.stopPropagation(), { capture: true });

/** Shows a list of two sites with a stopped clock. The list of fetched sites grows. */
async function openList() {
  const fetched: string[] = [];
  const sites = ["mattermost", "zulip"].map((slug, id) => site({ id, slug, name: slug }));
  const router = await openPage("/", {
    home: () => homePage({ sites: sitePage({ results: sites, count: 2 }) }),
    site: (slug) => (fetched.push(slug), siteDetailPage()),
  });
  stopClock();
  prefetchOnIntent(router.routes);
  const [first, second] = sites.map(({ slug }) => document.querySelector(`main a[href="/${slug}"]`)!);
  return { fetched, first: first!, second: second! };
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const pointer = (type: string, target: Element, pointerType = "mouse") =>
  target.dispatchEvent(new PointerEvent(type, { pointerType, bubbles: true }));
const touch = (target: Element) => {
  pointer("pointerover", target, "touch");
  pointer("pointerdown", target, "touch");
};
const focus = (target: Element) => target.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));

test.each<[string, number, (target: Element) => void]>([
  ["a mouse that rests", 60, (target) => pointer("pointerover", target)],
  ["a finger", 30, touch],
  ["the focus", 60, focus],
])("%s on a link fetches its page once, after %i ms", async (_, ms, begin) => {
  const { fetched, first } = await openList();
  begin(first);
  await wait(ms - 1);
  expect(fetched).toEqual([]);
  await wait(1);
  expect(fetched).toEqual(["mattermost"]);
  pointer("pointerover", first.firstElementChild ?? first);
  pointer("pointerdown", first);
  focus(first);
  await wait(1000);
  expect(fetched).toEqual(["mattermost"]);
});

test("a mouse that is pressed before it has rested fetches the page at once", async () => {
  const { fetched, first } = await openList();
  pointer("pointerover", first);
  pointer("pointerdown", first);
  await wait(1);
  expect(fetched).toEqual(["mattermost"]);
  await wait(1000);
  expect(fetched).toEqual(["mattermost"]);
});

test("a mouse that only passes over a link fetches nothing", async () => {
  const { fetched, first, second } = await openList();
  pointer("pointerover", first);
  await wait(59);
  pointer("pointerover", second);
  await wait(59);
  pointer("pointerover", document.body);
  await wait(1000);
  expect(fetched).toEqual([]);
});

test("a finger that begins to scroll on a link fetches nothing", async () => {
  const { fetched, first, second } = await openList();
  touch(first);
  await wait(29);
  pointer("pointercancel", first, "touch");
  await wait(1000);
  expect(fetched).toEqual([]);
  touch(second);
  await wait(30);
  expect(fetched).toEqual(["zulip"]);
});

test("if the browser saves data, nothing is fetched before a link is opened", async () => {
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "connection"));
  const { fetched, first } = await openList();
  pointer("pointerover", first);
  pointer("pointerdown", first);
  focus(first);
  await wait(1000);
  expect(fetched).toEqual([]);
  (first as HTMLElement).click();
  await expect.poll(() => fetched).toEqual(["mattermost"]);
});
