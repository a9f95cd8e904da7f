import type { Fault } from "./fault.ts";

const sources = "worker/features/sites";
const of = (file: string, ...tests: string[]) => ({
  file: `${sources}/${file}.ts`,
  tests: tests.map((name) => `tests/worker/sites/${name}.test.ts`),
});
const create = of("create", "create");
const change = of("change", "update");
const alternatives = of("alternatives", "update");
const own = of("owner/owner-sites", "owner-list");
const calls = of("owner/owner-routes", "update");
const remove = of("remove", "delete");
const review = of("review", "review");
const spam = { file: `${sources}/spam.ts`, tests: ["tests/unit/sites/spam.test.ts"] };
const lines = of("import/import", "import");
const list = of("list", "list");
const places = of("featured-places", "featured-places");
const detail = of("queries", "detail");
const keys = { file: "worker/names/keys.ts", tests: ["tests/worker/sites/page-keys.test.ts"] };
const slugs = { file: "worker/names/slugs.ts", tests: ["tests/worker/sites/import.test.ts"] };

export const sites: Fault[] = [
  {
    ...create,
    name: "a new listing gets the slug of a deleted one",
    find: "\n      .union(db.select({ slug: deletedSlugs.slug }).from(deletedSlugs).where(inArray(deletedSlugs.slug, slugs)))",
    put: "",
    tests: ["tests/worker/sites/detail.test.ts"],
  },
  {
    ...create,
    name: "a link that another owner's public listing has needs no review",
    find: "isUntrusted ? isDuplicateLink({ page: values.pageKey, ownerId }) : sql`false`",
    put: "sql`false`",
    tests: ["tests/worker/sites/review.test.ts"],
  },
  {
    ...create,
    name: "a product link from an unknown owner counts at once",
    find: 'saveAlternatives(db, partsIn(rows, "alternatives"), { isUntrusted })',
    put: 'saveAlternatives(db, partsIn(rows, "alternatives"), { isUntrusted: false })',
    tests: ["tests/worker/targets/links.test.ts"],
  },
  {
    ...create,
    name: "a name without letters for a slug gets no slug from its link",
    find: 'slugify(name) || slugify(hostOf(link)) || "site"',
    put: 'slugify(name) || "site"',
    tests: ["tests/worker/sites/review.test.ts"],
  },
  {
    ...create,
    name: "all listings of an import batch get the same article",
    find: "siteIdAt(chosenSlugs[index]!)",
    put: "siteIdAt(chosenSlugs[0]!)",
    tests: ["tests/worker/sites/import.test.ts"],
  },
  {
    ...change,
    name: "a save overwrites a newer version",
    find: "nextVersion(sites.updatedAt, seenVersion ?? before.updatedAt, now)",
    put: "now",
  },
  {
    ...change,
    name: "a paid listing is hidden because it looks like spam",
    find: 'isStaff(actor) || tierAt(before.featuredUntil, now) === "featured"',
    put: "isStaff(actor)",
    tests: ["tests/worker/sites/review.test.ts"],
  },
  {
    ...change,
    name: "a change by staff sends a listing to review",
    find: "isStaff(actor) || tierAt(",
    put: "tierAt(",
    tests: ["tests/worker/sites/review.test.ts"],
  },
  {
    ...change,
    name: "staff can approve a listing of a suspended owner",
    find: "if (suspended.length > 0) throw",
    put: "if (suspended.length > 99) throw",
    tests: ["tests/worker/sites/suspended.test.ts"],
  },
  {
    ...change,
    name: "an unchanged article is not checked for spam",
    find: "document?.article ?? toUnsignedArticle(before.content)",
    put: 'document?.article ?? toUnsignedArticle("")',
    tests: ["tests/worker/sites/review.test.ts"],
  },
  {
    ...change,
    name: "an article with a deleted image is saved",
    find: "failUnlessStored(db, [...uploadKeysIn(document?.content), ",
    put: "failUnlessStored(db, [",
    tests: ["tests/worker/sites/article-images.test.ts"],
  },
  {
    ...change,
    name: "a link that the owner has listed already causes an internal error",
    find: "      if (violatesConstraint(error, sites.linkKey)) throw await linkTakenError(db, after);\n",
    put: "",
  },
  {
    ...alternatives,
    name: "saving a site deletes the alternatives of all sites",
    find: "and(eq(alternatives.siteId, siteId), notInArray(alternatives.targetId, targetIds))",
    put: "notInArray(alternatives.targetId, targetIds)",
  },
  {
    ...alternatives,
    name: "a removed alternative stays",
    find: "and(eq(alternatives.siteId, siteId), notInArray(alternatives.targetId, targetIds))",
    put: "sql`false`",
  },
  {
    ...alternatives,
    name: "a save without descriptions deletes those of the alternatives",
    find: "coalesce(${jsonValue(\"description\")}, ${stored}, '')",
    put: "coalesce(${jsonValue(\"description\")}, '')",
  },
  {
    ...alternatives,
    name: "an alternative gets the description of another site's alternative",
    find: "WHERE ${siteId} = ${named.site} AND ${targetId} = ${named.target}",
    put: "WHERE ${targetId} = ${named.target}",
  },
  {
    ...alternatives,
    file: `${sources}/rows.ts`,
    name: "alternatives are sorted by name, not in the owner's order",
    find: "ORDER BY ${alternatives.position}`;",
    put: "ORDER BY ${alternatives.name}`;",
  },
  {
    ...own,
    name: "a user reads and changes a listing of another user",
    find: "isStaff(user) ? undefined : eq(sites.ownerId, user.id)",
    put: "undefined",
    tests: ["tests/worker/sites/update.test.ts"],
  },
  {
    ...own,
    name: "the total of own listings ignores the search",
    find: ".from(sites)\n      .where(isOwn),",
    put: ".from(sites)\n      .where(eq(sites.ownerId, user.id)),",
  },
  {
    ...own,
    name: "a search in own listings finds the listings of all users",
    find: 'and(eq(sites.ownerId, user.id), q === "" ? undefined : containsText(q))',
    put: 'q === "" ? eq(sites.ownerId, user.id) : containsText(q)',
  },
  {
    ...own,
    name: "an owner's listing shows as liked if any user likes it",
    find: "WHERE ${likes.userId} = ${user.id} AND ${likes.siteId}",
    put: "WHERE ${likes.siteId}",
  },
  {
    ...own,
    name: "own listings are listed oldest first",
    find: ".orderBy(desc(sites.id))",
    put: ".orderBy(sites.id)",
  },
  {
    ...own,
    name: "a search in own listings looks at alternatives of other sites",
    find: "WHERE ${alternatives.siteId} = ${sites.id}\n        AND (instr",
    put: "WHERE (instr",
  },
  {
    ...own,
    name: "a pending listing is shown to its owner as public",
    find: 'review: row.review === "active" ? "active" : "pending"',
    put: 'review: "active"',
  },
  {
    ...own,
    name: "an ended subscription makes a featured listing basic in the dashboard",
    find: " AND ${subscriptions.cancelAtPeriodEnd}\n    AND ${subscriptions.status} NOT IN ('canceled', 'incomplete_expired')",
    put: " AND ${subscriptions.cancelAtPeriodEnd}",
  },
  {
    ...of("owner/link-taken", "create", "update"),
    name: "the error about a link names the listing of another user",
    find: "and(eq(sites.ownerId, ownerId ?? 0), eq(sites.linkKey, linkKey(link)))",
    put: "eq(sites.linkKey, linkKey(link))",
  },
  {
    ...calls,
    name: "a deleted listing is still charged",
    find: "      await payments.end(c.var, which, running);\n",
    put: "",
    tests: ["tests/worker/sites/delete.test.ts"],
  },
  {
    ...calls,
    name: "the edge still serves the old page of a saved listing",
    find: "      await purgeSite(ports, site.slug);\n      return c.json",
    put: "      return c.json",
  },
  {
    ...calls,
    name: "new listings have no daily limit",
    find: "isStaff(c.var.user) ? [] : [countAttemptStatement(c, ...limit())]),\n        config,",
    put: "isStaff(c.var.user) ? [] : [countAttemptStatement(c, ...limit())].slice(1)),\n        config,",
    tests: ["tests/worker/sites/create.test.ts"],
  },
  {
    ...calls,
    name: "a save from an old screen overwrites a newer version",
    find: "seen === undefined ? undefined : Date.parse(seen) || 0",
    put: "undefined",
  },
  {
    ...remove,
    name: "a listing can be deleted during a payment",
    find: " AND NOT ${isPaidFor}`;",
    put: "`;",
  },
  {
    ...remove,
    name: "a listing is deleted although it has changed",
    find: "sql`${sites.updatedAt} = ${site.updatedAt} AND NOT ${isPaidFor}`",
    put: "sql`NOT ${isPaidFor}`",
  },
  {
    ...remove,
    name: "deleting an account deletes the listings of all users",
    find: ".where(eq(sites.ownerId, ownerId))\n    .orderBy",
    put: ".orderBy",
    tests: ["tests/worker/accounts/account-data.test.ts"],
  },
  {
    ...remove,
    name: "deleting an account deletes only its first listings",
    find: "if (deleted.length < SITES_A_BATCH) return true;",
    put: "return true;",
    tests: ["tests/worker/accounts/account-data.test.ts"],
  },
  {
    ...review,
    name: "a link needs review because of the owner's own listing",
    find: " AND ${other.ownerId} IS NOT ${ownerId}",
    put: "",
    tests: ["tests/worker/sites/page-keys.test.ts"],
  },
  {
    ...review,
    name: "a link needs review because of a pending listing",
    find: " AND ${other.review} = 'active'",
    put: "",
  },
  {
    ...review,
    name: "a listing of an established owner needs review because it looks like spam",
    find: "owner?.isEstablished ? [] : spamReasons",
    put: "!owner ? [] : spamReasons",
  },
  {
    ...review,
    name: "a listing of a new owner that looks like spam needs no review",
    find: "owner?.isEstablished ? [] : spamReasons",
    put: "owner ? [] : spamReasons",
  },
  {
    ...review,
    name: "an approved listing needs review after each save",
    find: "WHEN ${note} IS NULL OR (${isApproved}) THEN",
    put: "WHEN ${note} IS NULL THEN",
  },
  {
    ...review,
    name: "correcting a pending listing makes it public",
    find: "WHEN ${note} IS NULL OR (${isApproved}) THEN ${sites.review} ELSE",
    put: "WHEN ${note} IS NULL OR (${isApproved}) THEN 'active' ELSE",
  },
  {
    ...review,
    name: "an unchanged link needs review after each save",
    find: "(${sites.pageKey} <> ${page} AND ${isDuplicateLink({ page, ownerId })})",
    put: "${isDuplicateLink({ page, ownerId })}",
  },
  {
    ...spam,
    name: "links to the listed site itself count as spam",
    find: ".filter((host) => !ownHosts.has(host))",
    put: "",
  },
  {
    ...spam,
    name: "a link to the home page of a URL shortener counts as spam",
    find: ' && new URL(url).pathname !== "/"',
    put: "",
  },
  {
    ...spam,
    name: "names of products with mixed scripts need no review",
    find: "const mixed = [name, ...alternatives.map((alternative) => alternative.name)]",
    put: "const mixed = [name]",
    tests: ["tests/unit/sites/spam.test.ts", "tests/worker/sites/review.test.ts"],
  },
  {
    ...lines,
    name: "an import lists a link that is already listed",
    find: "  for (const { linkKey: key } of known) fresh.delete(key);\n",
    put: "",
  },
  {
    ...lines,
    name: "the owner of an import is not found if the email address has capitals",
    find: "email.toLowerCase()",
    put: "email",
  },
  {
    ...lines,
    name: "a link that is twice in an import file is listed twice",
    find: "    if (batch.has(key)) {",
    put: "    if (bytes < 0) {",
  },
  {
    ...list,
    name: "the total of a list includes the listing that it leaves out",
    find: " - ${except ? 1 : 0} AS total",
    put: " AS total",
  },
  {
    ...list,
    name: "the page of a listing suggests that listing itself",
    find: "except ? ne(sites.slug, except) : undefined",
    put: "undefined",
  },
  {
    ...list,
    name: "featured places are on each page of a list",
    find: "!hasFeaturedPlaces || page > 1 || ",
    put: "!hasFeaturedPlaces || ",
    tests: ["tests/worker/sites/featured-places.test.ts"],
  },
  {
    ...list,
    name: "a search counts more hits than its pages show",
    find: "Math.min(total, MAX_SEARCH_HITS)",
    put: "total",
    tests: ["tests/worker/sites/search.test.ts"],
  },
  {
    ...list,
    name: "the least liked sites come first",
    find: "${likeCount} DESC, ",
    put: "${likeCount}, ",
  },
  {
    ...list,
    name: "lists contain pending listings",
    find: "and(isActive, category",
    put: "and(sql`true`, category",
  },
  {
    ...places,
    name: "featured places never rotate",
    find: "turn % count AS first",
    put: "0 AS first",
  },
  {
    ...places,
    name: "the page of a featured site shows other featured sites",
    find: " AND coalesce(${articleSite.featuredUntil}, 0) <= ${now}",
    put: "",
  },
  {
    ...places,
    name: "a featured place stays after its period",
    find: "sql`${sites.featuredUntil} > ${now}`",
    put: "sql`${sites.featuredUntil} > ${now} - 1000`",
  },
  {
    ...detail,
    name: "a deleted listing responds with 404",
    find: "if (deleted.length > 0) throw",
    put: "if (deleted.length > 1) throw",
  },
  {
    ...detail,
    name: "a pending listing has a public page",
    find: "and(eq(sites.slug, slug), isActive)",
    put: "eq(sites.slug, slug)",
  },
  {
    ...of("target-sites", "featured-places"),
    name: "a product page lists pending listings",
    find: " AND ${isActive}",
    put: "",
    tests: ["tests/worker/targets/routes.test.ts", "tests/worker/sites/review.test.ts"],
  },
  {
    ...of("purge", "suspended"),
    name: "the edge still serves the pages of a suspended owner",
    find: ".where(eq(sites.ownerId, ownerId))",
    put: ".where(eq(sites.id, ownerId))",
  },
  {
    ...keys,
    name: "a slash at the end makes a different link",
    find: '${url.pathname.replace(/\\/+$/, "")}',
    put: "${url.pathname}",
    tests: ["tests/worker/sites/create.test.ts"],
  },
  {
    ...keys,
    name: "capitals and accents make a different page",
    find: "`/${fold(path)}`",
    put: "`/${path}`",
  },
  {
    ...keys,
    name: "all apps of a store count as one page",
    find: '`${host}${plain}?${searchParams.get(parameter) ?? ""}`',
    put: "`${host}${plain}`",
  },
  {
    ...slugs,
    name: "a listing gets the path of a screen as its slug",
    find: ".filter((slug) => !RESERVED_SLUGS.has(slug))",
    put: "",
  },
  {
    ...slugs,
    name: "a slug mixes letters of scripts that look alike",
    find: '  if (hasMixedScriptText(name)) return "";\n',
    put: "",
    tests: ["tests/worker/sites/review.test.ts"],
  },
  {
    ...slugs,
    name: "two simultaneous listings with one name cause an error",
    find: "left === 1 || !violatesConstraint(error, sites.slug, targets.slug)",
    put: "true",
    tests: ["tests/worker/sites/import.test.ts"],
  },
];
