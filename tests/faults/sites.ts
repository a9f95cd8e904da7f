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
    name: "the address of a deleted listing is given to another",
    find: "\n        .union(db.select({ slug: deletedSlugs.slug }).from(deletedSlugs).where(inArray(deletedSlugs.slug, slugs)))",
    put: "",
    tests: ["tests/worker/sites/detail.test.ts"],
  },
  {
    ...create,
    name: "a link that another's public listing has does not wait",
    find: "isUntrusted ? isDuplicateLink({ page: values.pageKey, ownerId }) : sql`false`",
    put: "sql`false`",
    tests: ["tests/worker/sites/review.test.ts"],
  },
  {
    ...create,
    name: "a stranger's link to a product counts at once",
    find: "saveAlternatives(db, alternativesIn(rows), { isUntrusted })",
    put: "saveAlternatives(db, alternativesIn(rows), { isUntrusted: false })",
    tests: ["tests/worker/targets/links.test.ts"],
  },
  {
    ...create,
    name: "a name that makes no address gets none of its link",
    find: 'slugify(name) || slugify(hostOf(link)) || "site"',
    put: 'slugify(name) || "site"',
    tests: ["tests/worker/sites/review.test.ts"],
  },
  {
    ...create,
    name: "listings of one batch get the articles of one",
    find: "siteIdAt(chosenSlugs[index]!)",
    put: "siteIdAt(chosenSlugs[0]!)",
    tests: ["tests/worker/sites/import.test.ts"],
  },
  {
    ...change,
    name: "a save overwrites what somebody saved since",
    find: "nextVersion(sites.updatedAt, seenVersion ?? before.updatedAt, now)",
    put: "now",
  },
  {
    ...change,
    name: "what is paid for is hidden by a guess",
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
    name: "staff approve a suspended person's listing",
    find: "if (suspended.length > 0) throw",
    put: "if (suspended.length > 99) throw",
    tests: ["tests/worker/sites/suspended.test.ts"],
  },
  {
    ...change,
    name: "an article that stays is not looked at for spam",
    find: "document?.article ?? toUnsignedArticle(before.content)",
    put: 'document?.article ?? toUnsignedArticle("")',
    tests: ["tests/worker/sites/review.test.ts"],
  },
  {
    ...change,
    name: "an article with a picture that is gone is saved",
    find: '    await requireUploads(db, uploadKeysIn(document?.content), now, "blog.content");\n',
    put: "",
    tests: ["tests/worker/sites/article-pictures.test.ts"],
  },
  {
    ...change,
    name: "the link of another own listing is a failure of ours",
    find: "      if (violatesConstraint(error, sites.linkKey)) throw await linkTakenError(db, after);\n",
    put: "",
  },
  {
    ...alternatives,
    name: "a save takes everybody's other alternatives away",
    find: "and(eq(alternatives.siteId, siteId), notInArray(alternatives.targetId, targetIds))",
    put: "notInArray(alternatives.targetId, targetIds)",
  },
  {
    ...alternatives,
    name: "an alternative that was taken out stays",
    find: "and(eq(alternatives.siteId, siteId), notInArray(alternatives.targetId, targetIds))",
    put: "sql`false`",
  },
  {
    ...alternatives,
    name: "an alternative loses its description with a save that does not send it",
    find: "coalesce(${jsonValue(\"description\")}, ${stored}, '')",
    put: "coalesce(${jsonValue(\"description\")}, '')",
  },
  {
    ...alternatives,
    name: "an alternative takes the description of another's",
    find: "WHERE ${siteId} = ${named.site} AND ${targetId} = ${named.target}",
    put: "WHERE ${targetId} = ${named.target}",
  },
  {
    ...alternatives,
    file: `${sources}/rows.ts`,
    name: "alternatives stand by their names, not as their owner put them",
    find: "ORDER BY ${alternatives.position}`;",
    put: "ORDER BY ${alternatives.name}`;",
  },
  {
    ...own,
    name: "a stranger reads and changes a listing",
    find: "isStaff(user) ? undefined : eq(sites.ownerId, user.id)",
    put: "undefined",
    tests: ["tests/worker/sites/update.test.ts"],
  },
  {
    ...own,
    name: "the number of own listings leaves out what is searched",
    find: ".from(sites)\n      .where(isOwn),",
    put: ".from(sites)\n      .where(eq(sites.ownerId, user.id)),",
  },
  {
    ...own,
    name: "a search of own listings finds everybody's",
    find: 'and(eq(sites.ownerId, user.id), q === "" ? undefined : holds(q))',
    put: 'q === "" ? eq(sites.ownerId, user.id) : holds(q)',
  },
  {
    ...own,
    name: "a listing is liked by its owner if anybody likes it",
    find: "WHERE ${likes.userId} = ${user.id} AND ${likes.siteId}",
    put: "WHERE ${likes.siteId}",
  },
  {
    ...own,
    name: "own listings stand oldest first",
    find: ".orderBy(desc(sites.id))",
    put: ".orderBy(sites.id)",
  },
  {
    ...own,
    name: "a search of own listings looks through others' alternatives",
    find: "WHERE ${alternatives.siteId} = ${sites.id}\n        AND (instr",
    put: "WHERE (instr",
  },
  {
    ...own,
    name: "a listing that waits is public to its owner",
    find: 'review: row.review === "active" ? "active" : "pending"',
    put: 'review: "active"',
  },
  {
    ...own,
    name: "a cancelled subscription that is over makes a listing basic to its owner",
    find: " AND ${subscriptions.cancelAtPeriodEnd}\n    AND ${subscriptions.status} NOT IN ('canceled', 'incomplete_expired')",
    put: " AND ${subscriptions.cancelAtPeriodEnd}",
  },
  {
    ...of("owner/link-taken", "create", "update"),
    name: "the refusal of a link names another's listing",
    find: "and(eq(sites.ownerId, ownerId ?? 0), eq(sites.linkKey, linkKey(link)))",
    put: "eq(sites.linkKey, linkKey(link))",
  },
  {
    ...calls,
    name: "a deleted listing goes on being charged for",
    find: "      await payments.end(db, ports, which);\n",
    put: "",
    tests: ["tests/worker/sites/delete.test.ts"],
  },
  {
    ...calls,
    name: "the edge shows the old page of a listing that was saved",
    find: "      await purgeSite(ports, site.slug);\n      return c.json",
    put: "      return c.json",
  },
  {
    ...calls,
    name: "a person lists as many sites a day as they like",
    find: "const also = isStaff(user) ? [] : [countAttemptStatement(c, ...limit)];",
    put: "const also = isStaff(user) ? [] : [countAttemptStatement(c, ...limit)].slice(1);",
    tests: ["tests/worker/sites/create.test.ts"],
  },
  {
    ...calls,
    name: "a save of an owner whose screen is old overwrites what is newer",
    find: "seen === undefined ? undefined : Date.parse(seen) || 0",
    put: "undefined",
  },
  {
    ...remove,
    name: "a listing is deleted while it is paid for",
    find: " AND NOT ${isPaidFor}`;",
    put: "`;",
  },
  {
    ...remove,
    name: "a listing that changed since is deleted",
    find: "sql`${sites.updatedAt} = ${site.updatedAt} AND NOT ${isPaidFor}`",
    put: "sql`NOT ${isPaidFor}`",
  },
  {
    ...remove,
    name: "with an account everybody's listings go",
    find: ".where(eq(sites.ownerId, ownerId))\n    .orderBy",
    put: ".orderBy",
    tests: ["tests/worker/accounts/account-data.test.ts"],
  },
  {
    ...remove,
    name: "of many listings of an account the first ones go",
    find: "if ((results.at(DELETED) as unknown[]).length < SITES_A_BATCH) return true;",
    put: "return true;",
    tests: ["tests/worker/accounts/account-data.test.ts"],
  },
  {
    ...review,
    name: "an owner's own listing makes the link wait",
    find: " AND ${other.ownerId} IS NOT ${ownerId}",
    put: "",
    tests: ["tests/worker/sites/page-keys.test.ts"],
  },
  {
    ...review,
    name: "a listing that waits makes others wait",
    find: " AND ${other.review} = 'active'",
    put: "",
  },
  {
    ...review,
    name: "owners who are known wait for a guess",
    find: "if (!owner?.isEstablished) reasons",
    put: "if (owner) reasons",
  },
  {
    ...review,
    name: "new owners are spared what looks like spam",
    find: "if (!owner?.isEstablished) reasons",
    put: "if (!owner) reasons",
  },
  {
    ...review,
    name: "what staff approved waits with each save",
    find: "WHEN ${note} IS NULL OR (${isApproved}) THEN",
    put: "WHEN ${note} IS NULL THEN",
  },
  {
    ...review,
    name: "who mends what waits makes it public",
    find: "WHEN ${note} IS NULL OR (${isApproved}) THEN ${sites.review} ELSE",
    put: "WHEN ${note} IS NULL OR (${isApproved}) THEN 'active' ELSE",
  },
  {
    ...review,
    name: "a link that stays waits with each save",
    find: "(${sites.pageKey} <> ${page} AND ${isDuplicateLink({ page, ownerId })})",
    put: "${isDuplicateLink({ page, ownerId })}",
  },
  {
    ...spam,
    name: "links to the listing's own site are spam",
    find: ".filter((host) => !ownHosts.has(host))",
    put: "",
  },
  {
    ...spam,
    name: "the home page of a shortener is spam",
    find: ' && new URL(url).pathname !== "/"',
    put: "",
  },
  {
    ...spam,
    name: "names of products may pass for others",
    find: "const mixed = [name, ...alternatives.map((alternative) => alternative.name)]",
    put: "const mixed = [name]",
    tests: ["tests/unit/sites/spam.test.ts", "tests/worker/sites/review.test.ts"],
  },
  {
    ...lines,
    name: "an import lists known links again",
    find: "  for (const { linkKey: key } of known) fresh.delete(key);\n",
    put: "",
  },
  {
    ...lines,
    name: "the owner of an import is not found by capitals",
    find: "email.toLowerCase()",
    put: "email",
  },
  {
    ...lines,
    name: "a link that a file has twice is listed twice",
    find: "    if (batch.has(key)) {",
    put: "    if (bytes < 0) {",
  },
  {
    ...list,
    name: "the total of a list counts the listing that it leaves out",
    find: " - ${except ? 1 : 0} AS total",
    put: " AS total",
  },
  {
    ...list,
    name: "a page of a listing offers that listing itself",
    find: "except ? ne(sites.slug, except) : undefined",
    put: "undefined",
  },
  {
    ...list,
    name: "paid places stand on every page",
    find: "!hasPlaces || page > 1 || ",
    put: "!hasPlaces || ",
    tests: ["tests/worker/sites/featured-places.test.ts"],
  },
  {
    ...list,
    name: "a search counts more than it shows",
    find: "Math.min(total, MAX_SEARCH_HITS)",
    put: "total",
    tests: ["tests/worker/sites/search.test.ts"],
  },
  {
    ...list,
    name: "the least liked stand first",
    find: "${likeCount} DESC, ",
    put: "${likeCount}, ",
  },
  {
    ...list,
    name: "lists hold what waits for review",
    find: "and(isActive, category",
    put: "and(sql`true`, category",
  },
  {
    ...places,
    name: "paid places never rotate",
    find: "turn % count AS first",
    put: "0 AS first",
  },
  {
    ...places,
    name: "a featured page carries what others pay for",
    find: " AND coalesce(${reader.featuredUntil}, 0) <= ${now}",
    put: "",
  },
  {
    ...places,
    name: "a paid place outlives its period",
    find: "sql`${sites.featuredUntil} > ${now}`",
    put: "sql`${sites.featuredUntil} > ${now} - 1000`",
  },
  {
    ...detail,
    name: "a deleted listing answers as if it had never been",
    find: "if (deleted.length > 0) throw",
    put: "if (deleted.length > 1) throw",
  },
  {
    ...detail,
    name: "a listing that waits has a public page",
    find: "and(eq(sites.slug, slug), isActive)",
    put: "eq(sites.slug, slug)",
  },
  {
    ...of("target-sites", "featured-places"),
    name: "a product's page lists what waits for review",
    find: " AND ${isActive}",
    put: "",
    tests: ["tests/worker/targets/routes.test.ts", "tests/worker/sites/review.test.ts"],
  },
  {
    ...of("purge", "suspended"),
    name: "the edge goes on showing a suspended person's pages",
    find: ".where(eq(sites.ownerId, ownerId))",
    put: ".where(eq(sites.id, ownerId))",
  },
  {
    ...keys,
    name: "a closing slash makes another link",
    find: '${url.pathname.replace(/\\/+$/, "")}',
    put: "${url.pathname}",
    tests: ["tests/worker/sites/create.test.ts"],
  },
  {
    ...keys,
    name: "capitals and accents make another page",
    find: "`/${fold(path)}`",
    put: "`/${path}`",
  },
  {
    ...keys,
    name: "apps of one store are one page",
    find: '`${host}${plain}?${searchParams.get(parameter) ?? ""}`',
    put: "`${host}${plain}`",
  },
  {
    ...slugs,
    name: "a listing takes the address of one of our pages",
    find: ".filter((slug) => !RESERVED_SLUGS.has(slug))",
    put: "",
  },
  {
    ...slugs,
    name: "an address mixes letters that look alike",
    find: '  if (hasMixedScriptText(name)) return "";\n',
    put: "",
    tests: ["tests/worker/sites/review.test.ts"],
  },
  {
    ...slugs,
    name: "two of one name at once are a failure",
    find: "left === 1 || !violatesConstraint(error, sites.slug, targets.slug)",
    put: "true",
    tests: ["tests/worker/sites/import.test.ts"],
  },
];
