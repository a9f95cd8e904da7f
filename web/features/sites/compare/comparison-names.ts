import type { ComparePage } from "#schema/pages/pages.ts";
import { lazily } from "#schema/values/lazily.ts";

const choice = lazily(() => new Intl.ListFormat("en-GB", { type: "disjunction" }));
const list = lazily(() => new Intl.ListFormat("en-GB"));

/** "Leaving Slack: Mattermost, Rocket.Chat or Zulip?" */
export function headingOf({ sites, product }: Pick<ComparePage, "sites" | "product">): string {
  const question = `${choice().format(sites.map(({ name }) => name))}?`;
  return product ? `Leaving ${product.name}: ${question}` : question;
}

/** What people type into a search: "Mattermost vs Zulip". */
export const versusOf = (sites: { name: string }[]) => sites.map(({ name }) => name).join(" vs ");

export const namesOf = (sites: { name: string }[]) => list().format(sites.map(({ name }) => name));
