import type { TargetPage } from "#schema/pages.ts";
import { targetPath } from "#schema/paths.ts";
import { canonicalOf } from "../filters/list-href.ts";
import { countsText, pageTitleOf } from "./target-texts.ts";

const NAMED_SITES = 4;

export function headOf(data: TargetPage) {
  const { target, query, share_image, sites } = data;
  const { q } = query;
  const title = pageTitleOf(data);
  const canonical = canonicalOf(targetPath(target.slug), query, sites);
  return {
    title: q
      ? `Search for “${q}” in alternatives to ${target.name}`
      : sites.page > 1
        ? `${title}, page ${sites.page}`
        : title,
    description: descriptionOf(data),
    ...canonical,
    shareImage: { path: share_image, alt: title },
    isSearch: canonical.isSearch || sites.results.length === 0,
  };
}

function descriptionOf({ target, guide, sites }: TargetPage): string {
  const names = sites.results.slice(0, NAMED_SITES).map((site) => site.name);
  const counts = countsText({ target, guide });
  const list = names.length > 0 ? `: ${names.join(", ")}${target.count > names.length ? " and more" : ""}` : "";
  return `What to use instead of ${target.name}${list}.${counts && ` ${counts}.`}${names.length > 0 ? " Paid places are marked." : ""}`;
}
