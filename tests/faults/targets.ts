import type { Fault } from "./fault.ts";

const tests = ["tests/worker/targets", "tests/worker/admin/products.test.ts"];
const merge = { file: "worker/features/targets/merge.ts", tests };
const aliases = { file: "worker/features/targets/aliases.ts", tests };
const links = { file: "worker/features/targets/links.ts", tests: ["tests/worker/targets/links.test.ts"] };
const pages = { file: "worker/features/targets/queries.ts", tests: [...tests, "tests/worker/pages"] };
const guide = { file: "worker/features/targets/guide.ts", tests: ["tests/worker/targets/guide.test.ts"] };
const suggest = {
  file: "worker/features/targets/suggest.ts",
  tests: ["tests/worker/targets/routes.test.ts", "tests/worker/search"],
};

export const targets: Fault[] = [
  {
    ...merge,
    name: "the former URL of a merged product does not redirect",
    find: ".onConflictDoUpdate({ target: targetMoves.slug, set: { targetId: into } })",
    put: ".onConflictDoNothing(),\n    db.delete(targetMoves).where(eq(targetMoves.targetId, into))",
  },
  {
    ...merge,
    name: "the name of a merged product is not an alias",
    find: ".onConflictDoUpdate({ target: targetAliases.nameKey, set: { targetId: into } })",
    put: ".onConflictDoNothing(),\n    db.delete(targetAliases).where(eq(targetAliases.targetId, into))",
  },
  {
    ...merge,
    name: "links of a merged product count at once",
    find: ".set({ isWaiting: true })",
    put: ".set({ isWaiting: false })",
  },
  {
    ...merge,
    name: "a save that overlaps a merge undoes it",
    find: ".set({ updatedAt: sql`${sites.updatedAt} + 1` })",
    put: ".set({ updatedAt: sql`${sites.updatedAt}` })",
  },
  {
    ...merge,
    name: "a product is merged into a deleted one",
    find: "failBatchUnless(exists(fromTarget), targets.createdAt)",
    put: "failBatchUnless(sql`${exists(fromTarget)} OR true`, targets.createdAt)",
  },
  {
    ...aliases,
    name: "the former URL of a renamed product does not redirect",
    find: "and(eq(targets.id, former.id), ne(targets.slug, former.slug))",
    put: "and(eq(targets.id, former.id), eq(targets.slug, former.slug))",
  },
  {
    ...aliases,
    name: "a renamed product gets the former slug of another one",
    find: "and(inArray(targetMoves.slug, candidates), ne(targetMoves.targetId, target.id))",
    put: "and(inArray(targetMoves.slug, candidates), eq(targetMoves.targetId, target.id))",
  },
  {
    ...links,
    name: "links from new owners count as votes at once",
    find: "OR ${users.isSuperuser} OR ${isEstablishedOwner",
    put: "OR ${users.isSuperuser} OR true OR ${isEstablishedOwner",
  },
  {
    ...links,
    name: "an owner of many listings has many votes",
    find: "GROUP BY coalesce(${sites.ownerId}, -${sites.id})",
    put: "GROUP BY ${sites.id}",
  },
  {
    ...links,
    name: "owners overrule a link that staff set",
    find: "WHERE NOT ${targets.isLinkFixed} AND",
    put: "WHERE",
  },
  {
    ...links,
    name: "suspended owners vote",
    find: "OR (${users.suspendedAt} IS NULL\n",
    put: "OR (true\n",
    unnoticed: "A suspended owner's listings are not active, and those that are not active have no vote anyway.",
  },
  {
    ...links,
    name: "a pending link counts as a vote",
    find: "AND (NOT listed.is_waiting OR listed.host = ${targets.domain})",
    put: "",
  },
  {
    ...links,
    name: "a link needs no review if only hidden listings have its host",
    find: "AND NOT ${known.isWaiting} AND ${knowing.review} = 'active'",
    put: "AND NOT ${known.isWaiting}",
  },
  {
    ...pages,
    name: "popular products show hidden listings",
    find: "WHERE ${alternatives.targetId} = ${targets.id} AND ${sites.review} = 'active'",
    put: "WHERE ${alternatives.targetId} = ${targets.id}",
  },
  {
    ...pages,
    name: "popular products are listed with the least listed first",
    find: ".orderBy(desc(targets.siteCount), targets.id)\n    .limit(POPULAR_PER_PAGE)",
    put: ".orderBy(targets.siteCount, targets.id)\n    .limit(POPULAR_PER_PAGE)",
  },
  {
    ...pages,
    name: "the tiles of the home page begin with the product with the fewest alternatives",
    find: ".orderBy(desc(targets.siteCount), targets.id)\n    .limit(MOST_REPLACED_MAX)",
    put: ".orderBy(targets.siteCount, targets.id)\n    .limit(MOST_REPLACED_MAX)",
  },
  {
    ...pages,
    name: "a product page lists the product itself as related",
    find: "WHERE ${targets.id} <> ${targetIdOfSlug(slug)} AND",
    put: "WHERE",
  },
  {
    ...suggest,
    name: "suggestions contain products without public listings",
    find: "WHERE count > 0 ORDER BY",
    put: "WHERE count >= 0 ORDER BY",
  },
  {
    ...suggest,
    name: "suggestions do not find a short part of a link",
    find: " OR instr(${linkKey}, ${part})",
    put: "",
  },
  {
    ...suggest,
    name: "suggestions contain popular products without the text",
    find: " WHERE has_text`",
    put: "`",
  },
  {
    ...suggest,
    name: "suggestions find no rare product by its name",
    find: "beginsWith(nameKey, key)",
    put: "beginsWith(nameKey, `${key} `)",
  },
  {
    ...suggest,
    name: "suggestions find no rare product by its link",
    find: "beginsWith(linkKey, part)",
    put: "beginsWith(linkKey, `${part} `)",
  },
  {
    ...suggest,
    name: "suggestions find no rare product by a part of its name",
    find: "if ([...part].length >= MIN_INDEXED_LENGTH)",
    put: "if (part === String(MIN_INDEXED_LENGTH))",
  },
  {
    ...suggest,
    name: "suggestions read a thousand products",
    find: "const MAX_CANDIDATES = 200;",
    put: "const MAX_CANDIDATES = 1000;",
  },
  {
    ...suggest,
    name: "suggestions read on after they have found enough",
    find: "kind <= ${best}) = ${MAX_SUGGESTIONS}`",
    put: "kind <= ${best}) > ${MAX_SUGGESTIONS}`",
  },
  {
    name: "cron deletes a product whose link staff set",
    file: "worker/features/targets/remove.ts",
    find: "        eq(targets.isLinkFixed, false),\n",
    put: "",
    tests,
  },
  {
    name: "cron deletes a product that a pending listing names",
    file: "worker/features/targets/remove.ts",
    find: "        hasNo(alternatives),\n",
    put: "",
    tests,
  },
  {
    name: "cron deletes a product that staff wrote about",
    file: "worker/features/targets/remove.ts",
    find: "        hasNoStaffText,\n",
    put: "",
    tests: guide.tests,
  },
  {
    name: "a merge replaces the texts of the product that remains",
    file: "worker/features/targets/staff-texts.ts",
    find: ".where(and(eq(targets.id, into), isEmpty(group)))",
    put: ".where(eq(targets.id, into))",
    tests: guide.tests,
  },
  {
    ...guide,
    name: "the page of a product shows a choice whose site is hidden",
    find: "AND ${targets.choices} <> '' AND ${isActive}",
    put: "AND ${targets.choices} <> ''",
  },
  {
    ...guide,
    name: "a site counts twice for a reason that it states in two spellings",
    find: "new Map(list.map((added) => [added.toLowerCase(), added]))",
    put: "list.map((added) => [added.toLowerCase(), added] as const)",
  },
  {
    ...guide,
    name: "reasons are counted from all alternatives of a product",
    find: " LIMIT ${COUNTED_ALTERNATIVES}",
    put: "",
  },
  {
    name: "a text that staff did not change gets a new date",
    file: "worker/features/admin/models/target-texts.ts",
    find: "input[name] !== undefined && input[name] !== before[name]",
    put: "input[name] !== undefined",
    tests: guide.tests,
  },
  {
    name: "staff choose a site that does not replace the product",
    file: "worker/features/admin/models/target-texts.ts",
    find: "eq(alternatives.targetId, Number(id))",
    put: "eq(alternatives.siteId, sites.id)",
    tests: guide.tests,
  },
  {
    name: "a part of the list answers questions about all of it",
    file: "web/features/sites/browse/target-page.tsx",
    find: 'q === "" && sites.page === 1 && !isFiltered(filters)',
    put: "true",
    tests: ["tests/web/target-page.test.tsx"],
  },
  {
    name: "two spellings of a product are two products",
    file: "worker/names/targets.ts",
    find: '.replaceAll(" ", "").replace(NAME_ENDING, "")',
    put: '.replaceAll(" ", "")',
    tests: [...tests, "tests/unit"],
  },
];
