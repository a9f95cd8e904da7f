import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { parseListQuery } from "#schema/pages/pages.ts";
import { tellSearch } from "#web/browser/beacon.ts";
import { watchSearch } from "#web/features/sites/list/report-search.ts";
import { homePage, productPage, sitePage } from "../../web/support/pages.ts";
import { answerApi } from "../support/api.ts";
import { stopClock } from "../support/clock.ts";
import { openPage } from "../support/directory.tsx";
import { show } from "../support/show.tsx";

vi.mock(import("#web/browser/beacon.ts"), { spy: true });

/** Returns the list of what is reported, which grows. */
function collect(): object[] {
  const reports: object[] = [];
  vi.mocked(tellSearch).mockImplementation((search) => void reports.push(search));
  return reports;
}

/** Another tab covers the page. */
function hide(): void {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  hidden.mockRestore();
}

const press = (element: Element, type = "click", button = 0) =>
  element.dispatchEvent(new MouseEvent(type, { bubbles: true, button }));

const watch = (q: string, isSubmitted = false) => watchSearch(document.body, { q, found: 3, isSubmitted });

test("results that are left within two seconds are not reported, those of a longer look once a visit", async () => {
  const reports = collect();
  stopClock();
  const end = watch("short");
  await vi.advanceTimersByTimeAsync(1999);
  end();
  expect(reports).toEqual([]);
  for (let time = 0; time < 2; time++) {
    const endLong = watch("long");
    await vi.advanceTimersByTimeAsync(2000);
    hide();
    endLong();
  }
  expect(reports).toEqual([{ q: "long", found: 3, asked: true, opened: false }]);
});

test("a result that is opened after the report is added, and the right button opens nothing", async () => {
  const reports = collect();
  await show(
    <a href="#zulip" className="card-link">
      Zulip
    </a>,
  );
  const result = page.getByText("Zulip").element();
  const end = watch("opened", true);
  press(result, "auxclick", 2);
  hide();
  press(result, "auxclick", 1);
  end();
  expect(reports).toEqual([
    { q: "opened", found: 3, asked: true, opened: false },
    { q: "opened", found: 3, asked: false, opened: true },
  ]);
});

test("a search that is loaded again is not counted again", async () => {
  const reports = collect();
  watch("again", true)();
  // @ts-expect-error -- The script of a new document.
  const { watchSearch: watchAgain } = await import("#web/features/sites/list/report-search.ts?again");
  watchAgain(document.body, { q: "again", found: 3, isSubmitted: true })();
  expect(reports).toHaveLength(1);
});

test("a browser that stores nothing reports a search once a page", () => {
  const reports = collect();
  vi.spyOn(window, "sessionStorage", "get").mockImplementation(() => {
    throw new DOMException("Forbidden.", "SecurityError");
  });
  for (let time = 0; time < 2; time++) watch("forgotten", true)();
  expect(reports).toHaveLength(1);
});

test("the last text that is typed is reported, none if other words were meant, and no search within a list", async () => {
  answerApi({});
  const reports = collect();
  const router = await openPage("/?q=lon", {
    home: (_, params) => {
      const { query } = parseListQuery(params);
      const corrected = query.q === "matermost" ? { corrected_query: "mattermost" } : {};
      return homePage({ query, sites: sitePage({ count: 5, exact_count: 4, ...corrected }) });
    },
    product: (_, params) => productPage({ query: parseListQuery(params).query }),
  });
  for (const path of ["/?q=matermost", "/?q=chat&category=communication", "/alternatives/slack?q=teams", "/?q=video"]) {
    await router.navigate(path, { state: { isTyped: false } });
    await expect.poll(() => document.title).toContain(new URL(path, location.origin).searchParams.get("q"));
  }
  await expect.poll(() => reports).toEqual([{ q: "matermost", found: 0, asked: true, opened: false }]);
  // After the effects of the page, which wait for this import, too.
  await scheduler.postTask(() => {}, { priority: "background" });
  await import("#web/features/sites/list/report-search.ts");
  // Not by keyboard: the app moves the focus to the heading of a new page.
  (page.getByRole("link", { name: "Plausible", exact: true }).first().element() as HTMLElement).click();
  await expect.poll(() => reports.slice(1)).toEqual([{ q: "video", found: 4, asked: true, opened: true }]);
});
