import type { Place } from "#schema/sites/figures.ts";
import type { DataOf, PageName } from "#web/pages.ts";
import type { CardList } from "../features/figures/card-list.ts";

const ids = (sites: readonly { id: number }[]) => sites.map(({ id }) => id);

/** Which listings the data of a page shows, and where. */
export function cardsOf(name: PageName, data: DataOf<PageName>): CardList {
  const cardsIn = <N extends PageName>(toCards: (data: DataOf<N>) => CardList) => toCards(data as DataOf<N>);
  const listOf = (place: Place) =>
    cardsIn<"home" | "category" | "product">(({ query, sites }) => ({
      list: [query.q ? "search" : place, ids(sites.results)],
      paid: ["featured", ids(sites.featured)],
    }));
  switch (name) {
    case "home":
      return listOf("list");
    case "category":
      return listOf("category");
    case "product":
      return listOf("product");
    case "site":
      return cardsIn<"site">(({ site, similar, discover, sponsors }) => ({
        list: ["site", ids([...similar, ...discover.sites.results])],
        paid: ["article", ids(sponsors)],
        page: site.id,
      }));
    case "compare":
      return cardsIn<"compare">(({ sites }) => ({ list: ["comparison", ids(sites)] }));
    case "post":
      return cardsIn<"post">(({ article, featured, sponsors }) => ({
        list: [
          "post",
          ids([
            ...article.blocks.flatMap((block) => (block.type === "siteCard" ? [block.site] : [])),
            ...featured.results,
          ]),
        ],
        paid: ["article", ids(sponsors)],
      }));
    default:
      return {};
  }
}
