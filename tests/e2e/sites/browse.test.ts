// @module-tag long
import { expect, test } from "vitest";
import { expectSameTextWithoutScripts } from "../support/same-text.ts";
import { overflowsSideways } from "../support/in-page-checks.ts";
import { tabAndEnter, waitForFocus } from "../support/keyboard.ts";
import { visit } from "../support/visit.ts";

const POST = "/blogs/how-to-choose-a-software-alternative";

test(
  "a visitor searches, opens a site and a product page, and goes back to the search",
  { tags: "journey" },
  async () => {
    const page = await visit("/");
    await page.locator("#search").fill("matermost");
    await page.waitForURL(/[?&]q=matermost/);
    await page.locator("#results").getByRole("link", { name: "Mattermost", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Mattermost" }).waitFor();
    expect(await page.title()).toContain("Mattermost");

    await page.getByRole("main").getByRole("link", { name: "Slack", exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: /alternatives to Slack/ }).waitFor();
    expect(page.url()).toContain("/alternatives/slack");

    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Mattermost" }).waitFor();
    await page.goBack();
    await page.waitForURL(/[?&]q=matermost/);
    await page.locator("#results").getByRole("link", { name: "Mattermost", exact: true }).waitFor();
  },
);

test.each(["/", "/mattermost", "/alternatives/slack", "/categories/communication", "/compare/element-vs-mattermost"])(
  "%s shows the same text with and without scripts",
  expectSameTextWithoutScripts,
);

test("the search works without scripts", { tags: "journey" }, async () => {
  const page = await visit("/", { javaScriptEnabled: false });
  await page.locator("#search").fill("slack");
  await page.keyboard.press("Enter");
  await page.waitForURL(/[?&]q=slack/);
  await page.locator("#results").getByRole("link", { name: "Mattermost", exact: true }).waitFor();
});

test.each([
  "/",
  "/penpot",
  "/alternatives/slack",
  "/compare/element-vs-mattermost",
  "/categories/communication",
  "/blogs",
  POST,
  "/no-such-site",
])("nothing on %s moves while it loads", async (path) => {
  for (const width of [390, 1280]) {
    const page = await visit("/about", { viewport: { width, height: 844 } });
    // The fallback is measured on fonts that this machine may lack, so the arrival of the font is left out.
    await page.route("**/*.woff2", (route) => route.abort());
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    const moved = await page.evaluate(
      () =>
        new Promise<unknown[]>((resolve) => {
          const observer = new PerformanceObserver((list) => resolve(list.getEntriesByType("layout-shift")));
          // The paints are always reported, so the observer answers also when nothing has moved.
          for (const type of ["layout-shift", "paint"]) observer.observe({ type, buffered: true });
        }),
    );
    expect(moved, `${width} px`).toEqual([]);
  }
});

test.each([
  ["no-preference", true],
  ["reduce", false],
] as const)("with motion “%s”, a link from a list to a page fades: %s", async (reducedMotion, fades) => {
  const page = await visit("/alternatives/slack", { reducedMotion });
  const durations = page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const start = document.startViewTransition.bind(document);
        document.startViewTransition = (update) => {
          const transition = start(update);
          void transition.ready.then(() =>
            resolve(
              document
                .getAnimations()
                .map(({ effect }) => effect as KeyframeEffect)
                .filter(({ pseudoElement }) => pseudoElement?.startsWith("::view-transition"))
                .map((effect) => effect.getComputedTiming().duration),
            ),
          );
          return transition;
        };
      }),
  );
  await page.locator(".results").getByRole("link", { name: "Mattermost", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Mattermost" }).waitFor();
  expect((await durations).length > 0).toBe(fades);
  for (const duration of await durations) expect(duration).toBeLessThan(200);
});

test("the alternatives to a product can be searched", async () => {
  const page = await visit("/alternatives/slack?q=mattermost");
  const results = page.locator("#results");
  await results.getByRole("link", { name: "Mattermost", exact: true }).waitFor();
  const field = page.getByRole("searchbox", { name: "Search in the alternatives to Slack" });
  expect(await field.inputValue()).toBe("mattermost");
  expect(await page.title()).toMatch(/^Search for “mattermost” in alternatives to Slack/);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await field.fill("xylophone");
  await page.waitForURL("/alternatives/slack?q=xylophone");
  await results.getByText("No matching sites found").waitFor();
  expect(await results.getByRole("button", { name: "Tell me when one is listed" }).count()).toBe(0);
  const everywhere = results.getByRole("link", { name: "Search all sites for “xylophone”" });
  expect(await everywhere.getAttribute("href")).toBe("/?q=xylophone#results");
  await results.getByRole("link", { name: "Show all alternatives to Slack" }).click();
  await page.waitForURL("/alternatives/slack");
  await results.getByRole("link", { name: "Mattermost", exact: true }).waitFor();
  expect(asked.filter((path) => path.startsWith("/api/suggestions"))).toEqual([]);
});

test("a search in the alternatives to a product is announced, and the way back keeps the focus in the list", async () => {
  const page = await visit("/alternatives/slack?q=mattermost");
  const count = (await page.locator("#results [aria-live]").elementHandle())!;
  const field = page.locator("#search");
  await field.fill("");
  const order = page.getByText("Best fit first: the sites that replace most of Slack");
  await order.waitFor();
  expect(await count.textContent()).toMatch(/^\d+ sites/);
  await waitForFocus(field);
  await field.fill("xylophone");
  await page.getByText("No matching sites found").waitFor();
  expect(await count.textContent()).toBe("0 sites for “xylophone”");
  expect(await order.count()).toBe(0);
  await tabAndEnter(page, page.getByRole("link", { name: "Show all alternatives to Slack" }));
  await waitForFocus(page.getByRole("heading", { name: "Sites", exact: true }));
  expect(await count.textContent()).toMatch(/^\d+ sites/);
});

test.each(["/", "/categories/communication", "/alternatives/slack"])(
  "a very long word that %s is searched for is broken on a narrow screen",
  async (path) => {
    const word = "donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft";
    const page = await visit(`${path}?q=${word}`, { viewport: { width: 320, height: 700 } });
    await page.locator(".result-count").getByText(`for “${word}”`).waitFor();
    expect(await page.evaluate(overflowsSideways)).toBe(false);
  },
);
