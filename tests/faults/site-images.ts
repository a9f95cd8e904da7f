import type { Fault } from "./fault.ts";

const ofSites = { file: "worker/features/sites/images.ts", tests: ["tests/worker/sites/images.test.ts"] };
const made = {
  file: "worker/features/media/make-image.ts",
  tests: ["tests/worker/sites/images.test.ts", "tests/worker/media/hostile-site-images.test.ts"],
};
const stored = { file: "worker/features/media/uploads.ts", tests: ["tests/worker/sites/images.test.ts"] };

const fetchTests = ["tests/worker/image-fetches/image-fetches.test.ts"];
const queries = { file: "worker/features/image-fetches/queries.ts", tests: fetchTests };
const consumer = { file: "worker/features/image-fetches/consume.ts", tests: fetchTests };

export const siteImages: Fault[] = [
  {
    ...ofSites,
    name: "a site can take the image of another user",
    find: "or(eq(uploads.userId, actorId), exists(ofSite)),",
    put: "or(sql`true`, eq(uploads.userId, actorId), exists(ofSite)),",
  },
  {
    ...ofSites,
    name: "a logo can be used as a screenshot",
    find: "kinds.get(uploadKey) !== kind",
    put: "kinds.get(uploadKey) === undefined && kind",
  },
  {
    ...ofSites,
    name: "a decorative screenshot keeps its alternative text",
    find: 'alt: decorative ? "" : alt,',
    put: "alt: decorative ? alt : alt,",
  },
  {
    ...ofSites,
    name: "screenshots do not follow the owner's order",
    find: "ORDER BY ${siteImages.position}`;",
    put: "ORDER BY ${siteImages.id}`;",
  },
  {
    ...ofSites,
    name: "the images of a deleted site stay",
    find: "    .set({ removedAt: now })",
    put: "    .set({ removedAt: null })",
  },
  {
    ...ofSites,
    name: "a save does not remove the images that it leaves out",
    find: "NOT IN ${jsonList(images.map(({ uploadKey }) => uploadKey))}`,",
    put: "IN ${jsonList([])} AND ${images.length}`,",
  },
  {
    ...ofSites,
    name: "the images of a deleted site vanish from other pages",
    find: "AND (${imageUses.siteId} IS NULL OR ${imageUses.siteId} NOT IN ${siteIds}))`,",
    put: "AND ${imageUses.siteId} = 0 AND ${siteIds})`,",
  },
  {
    ...made,
    name: "a small logo is accepted",
    find: "short < MIN_LOGO_SIDE_PX || ",
    put: "short < MIN_LOGO_SIDE_PX - 1 || ",
  },
  {
    ...made,
    name: "a logo that is not square is accepted",
    find: "short < long * (1 - SQUARE_TOLERANCE)",
    put: "short < long * (0.5 - SQUARE_TOLERANCE)",
  },
  {
    ...made,
    name: "a long screenshot is accepted",
    find: "if (ratio > MAX_SCREENSHOT_RATIO ||",
    put: "if (ratio > 2 * MAX_SCREENSHOT_RATIO ||",
  },
  {
    ...stored,
    name: "the small file of a featured image stays when staff remove the image",
    find: "return listWidth ? [key, narrowerFile(key, listWidth)] : [key];",
    put: "return listWidth ? [key] : [key];",
    tests: ["tests/worker/blogs/staff.test.ts"],
  },
  {
    ...stored,
    name: "the narrower files stay when a site is deleted",
    find: "await bucket.delete(marked.slice(start, start + DELETED_AT_ONCE).flatMap(keysOf));",
    put: "await bucket.delete(marked.map(({ key }) => key));",
  },
  {
    ...stored,
    name: "a file stays if its account is deleted while it is written",
    find: "  await bucket.delete(keysOf({ key, kind, listWidth }));\n",
    put: "",
    tests: ["tests/worker/accounts/account-images.test.ts"],
  },
  {
    ...stored,
    name: "the files of a deleted site stay at the edge",
    find: "    changesFiles(marked.flatMap(keysOf));\n",
    put: "",
    tests: ["tests/worker/admin/site-images.test.ts"],
  },
  {
    ...stored,
    name: "files that R2 failed to delete stay at the edge",
    find: "removedAt !== null && removedAt < now",
    put: "removedAt === null",
    tests: ["tests/worker/admin/site-images.test.ts"],
  },
  {
    ...stored,
    name: "uploads that arrive while their account is deleted stay until the cron",
    file: "worker/features/accounts/user/delete-account-rows.ts",
    find: "  await deleteImagesNow(c, results.at(MARKED) as StoredImage[]);\n",
    put: "",
    tests: ["tests/worker/accounts/account-images.test.ts"],
  },
  {
    name: "the page of a site still shows an image that staff removed",
    file: "worker/features/admin/models/media.ts",
    find: 'String(shownAt).split(", ").map(subjectOf)',
    put: "[]",
    tests: ["tests/worker/admin/site-images.test.ts"],
  },
  {
    ...stored,
    name: "all files of an image get one name",
    find: "bucket.put(narrowerFile(key, file.width), file.bytes,",
    put: "bucket.put(key, file.bytes,",
  },
  {
    file: "schema/site-form.ts",
    name: "a screenshot needs no alternative text",
    find: "decorative || !isBlank(alt)",
    put: "decorative || alt !== undefined",
    tests: ["tests/worker/sites/images.test.ts"],
  },
  {
    ...queries,
    name: "a site gets a second logo that arrives late",
    find: "WHERE ${imageFetches.id} = ${id} AND ${imageFetches.dueAt} IS NOT NULL AND ${freePlaces} > 0`",
    put: "WHERE ${imageFetches.id} = ${id} AND ${imageFetches.dueAt} IS NOT NULL`",
  },
  {
    ...queries,
    name: "an image is sent to the queue in each run of the cron",
    find: ".set({ dueAt: now + LEASE_MS })",
    put: ".set({ dueAt: now })",
  },
  {
    ...queries,
    name: "an image that was refused for good is fetched again",
    find: "...(isFinal && { dueAt: null })",
    put: "",
  },
  {
    ...queries,
    name: "an owner's save removes an image that arrived since",
    find: ".set({ updatedAt: sql`max(${sites.updatedAt} + 1, ${now})` })",
    put: ".set({ updatedAt: sites.updatedAt })",
  },
  {
    ...consumer,
    name: "the files of a message that came too late stay",
    find: "if (!(await finishFetch(db, id, { key, now }))) await discardUpload(storage, { key, kind }, now);",
    put: "await finishFetch(db, id, { key, now });",
  },
  {
    ...consumer,
    name: "an image is fetched without end",
    find: " || row.attempts >= MAX_ATTEMPTS",
    put: "",
  },
  {
    ...consumer,
    name: "a message is lost while D1 is down",
    find: "message.retry({ delaySeconds: RETRY_SECONDS })",
    put: "message.ack()",
  },
  {
    ...consumer,
    name: "an image is fetched although the owner has set one",
    find: "if (row.freePlaces <= 0) return dropFetch(db, id);",
    put: "",
  },
  {
    name: "a thousand images are one call of the queue",
    file: "worker/features/image-fetches/send-due.ts",
    find: "const MESSAGES_IN_A_CALL = 100;",
    put: "const MESSAGES_IN_A_CALL = 1000;",
    tests: fetchTests,
  },
  {
    name: "a missing page counts as an outage",
    file: "worker/http/public-fetch.ts",
    find: "else if (status < 500 && !TEMPORARY.has(status))",
    put: "else if (status < 400 && !TEMPORARY.has(status))",
    tests: fetchTests,
  },
  {
    name: "an import fetches images from the local network",
    file: "worker/features/sites/import/import-images.ts",
    find: "publicUrl(url) !== undefined",
    put: "url !== undefined",
    tests: fetchTests,
  },
  {
    file: "schema/site-form.ts",
    tests: ["tests/worker/sites/images.test.ts"],
    name: "a site can show the same screenshot twice",
    find: "shots.every(isFirstUse)",
    put: "shots.length < 99 || shots.every(isFirstUse)",
  },
  {
    ...stored,
    name: "only the widest file of an image counts towards the quota",
    find: "files.reduce((sum, file) => sum + file.bytes.length, 0)",
    put: "files[0]!.bytes.length",
  },
  {
    ...made,
    name: "an animation keeps all its frames",
    find: "anim: false",
    put: "anim: true",
  },
  {
    file: "worker/features/sites/spam.ts",
    tests: ["tests/worker/sites/review.test.ts"],
    name: "the texts of screenshots are not checked for spam",
    find: "if (screenshotTexts.some(",
    put: "if (screenshotTexts.slice(9).some(",
  },
];
