import type { Fault } from "./fault.ts";

const uploads = {
  file: "worker/features/media/queries.ts",
  tests: ["tests/worker/media/images.test.ts"],
};
const uses = {
  file: "worker/features/media/image-uses.ts",
  tests: ["tests/worker/media/image-uses.test.ts", "tests/worker/sites/article-images.test.ts"],
};
const remote = {
  file: "worker/features/media/remote-image-uses.ts",
  tests: ["tests/worker/media/remote-images.test.ts"],
};

export const media: Fault[] = [
  {
    ...uploads,
    name: "removed uploads count against the quota",
    find: "and(sql`${uploads.userId} = ${userId}`, isNull(uploads.removedAt))!",
    put: "and(sql`${uploads.userId} = ${userId}`)!",
  },
  {
    ...uploads,
    name: "the uploads of all users count against one quota",
    find: "and(sql`${uploads.userId} = ${userId}`, isNull(uploads.removedAt))!",
    put: "and(isNull(uploads.removedAt), sql`${userId}`)!",
  },
  {
    ...uploads,
    name: "uploads of earlier days count against the daily limit",
    find: "gt(uploads.createdAt, now - DAY_MS))!",
    put: "gt(uploads.createdAt, now - 30 * DAY_MS))!",
  },
  {
    ...uploads,
    name: "the total size of uploads is not limited",
    find: "AND ${stored} + ${bytes} <= ${MAX_USER_IMAGES_MB * 1024 * 1024}",
    put: "AND ${stored} + ${bytes} > 0",
  },
  {
    ...uploads,
    name: "the daily limit allows one upload too many",
    find: "OR ${today} < ${MAX_IMAGES_PER_DAY}",
    put: "OR ${today} <= ${MAX_IMAGES_PER_DAY}",
  },
  {
    ...uploads,
    name: "deleting an account deletes the images of its blog posts",
    find: "and(isCounted(userId), not(exists(postUses)), ",
    put: "and(isCounted(userId), ",
    tests: ["tests/worker/media/image-uses.test.ts"],
  },
  {
    ...uploads,
    name: "deleting a staff account deletes the images of other people's sites",
    find: ", not(exists(otherSites))",
    put: "",
    tests: ["tests/worker/accounts/account-images.test.ts"],
  },
  {
    ...uploads,
    name: "an upload is deleted as soon as it is unused",
    find: "unused(lte(uploads.unusedSince, now - DAY_MS))",
    put: "unused(lte(uploads.unusedSince, now))",
    tests: ["tests/worker/media/image-uses.test.ts"],
  },
  {
    ...uploads,
    name: "cron deletes an upload that an article uses",
    find: "and(not(uploads.isShown), isNull(uploads.removedAt), condition)",
    put: "and(isNull(uploads.removedAt), condition)",
    tests: ["tests/worker/media/image-uses.test.ts"],
  },
  {
    ...uses,
    name: "an article can use a removed upload",
    find: " AND ${uploads.removedAt} IS NULL)\n        < ",
    put: ")\n        < ",
  },
  {
    ...uses,
    name: "an article keeps using an image that was taken out of it",
    find: "and(eq(column, id), notInArray(imageUses.uploadKey, jsonList(keys)))",
    put: "and(eq(column, id), sql`false`)",
  },
  {
    ...remote,
    name: "a removed remote image is fetched again",
    find: "setWhere: isNull(remoteImages.removedAt),",
    put: "",
  },
  {
    ...remote,
    name: "a remote image is deleted while it is shown",
    find: "const UNUSED_MS = 30 * DAY_MS;",
    put: "const UNUSED_MS = DAY_MS / 24;",
  },
  {
    ...remote,
    name: "the row of a remote image that staff removed is deleted",
    find: "db.delete(remoteImages).where(and(isGone, isNull(remoteImages.removedAt)))",
    put: "db.delete(remoteImages).where(isGone)",
  },
];
