import type { Fault } from "./fault.ts";

const tests = ["tests/worker/blogs"];
const read = { file: "worker/features/blogs/queries.ts", tests };
const write = { file: "worker/features/blogs/staff-queries.ts", tests };

export const blogs: Fault[] = [
  {
    ...read,
    name: "a scheduled post is public at once",
    find: "and(lte(blogPosts.publishedAt, now), ne(blogPosts.slug, except))",
    put: "and(sql`${blogPosts.publishedAt} IS NOT NULL AND ${now}`, ne(blogPosts.slug, except))",
  },
  {
    ...read,
    name: "a draft can be read at its URL",
    find: 'visibleAt === "staff" ? undefined : lte(blogPosts.publishedAt, visibleAt)',
    put: 'visibleAt === "staff" ? undefined : sql`true`',
  },
  {
    ...read,
    name: "the list beside a post contains that post",
    find: ", ne(blogPosts.slug, except));",
    put: ", ne(blogPosts.slug, `${except}!`));",
    tests: [...tests, "tests/worker/pages"],
  },
  {
    ...read,
    name: "posts are listed oldest first",
    find: ".orderBy(desc(blogPosts.publishedAt), desc(blogPosts.id))",
    put: ".orderBy(blogPosts.publishedAt, blogPosts.id)",
  },
  {
    ...read,
    name: "a deleted post responds with 404",
    find: 'deleted.length > 0 ? "gone" : "not_found"',
    put: 'deleted.length > 99 ? "gone" : "not_found"',
  },
  {
    ...write,
    name: "a save overwrites a newer version",
    find: "nextVersion(blogPosts.updatedAt, before.updatedAt, now)",
    put: "now",
  },
  {
    ...write,
    name: "a new post gets the slug of a deleted one",
    find: "AND NOT EXISTS (SELECT 1 FROM ${deletedPostSlugs} WHERE ${deletedPostSlugs.slug} = value)",
    put: "",
  },
  {
    ...write,
    name: "the URL of a deleted draft responds with 410",
    find: "AND (${blogPosts.wasPublic} OR ${blogPosts.publishedAt} <= ${now})",
    put: "AND ${now} > 0",
  },
  {
    ...write,
    name: "the featured image of a post does not count as used",
    find: "uploadKeysIn(content, featuredImage && mediaPath(featuredImage))",
    put: 'uploadKeysIn(content, featuredImage && "")',
  },
  {
    name: "a scheduled post counts as published",
    file: "worker/features/blogs/staff-responses.ts",
    find: 'publishedAt > now ? "scheduled" : "published"',
    put: 'publishedAt > now ? "published" : "published"',
    tests,
  },
  {
    name: "an automatic excerpt does not follow the changed text",
    file: "worker/features/blogs/staff-responses.ts",
    find: 'excerpt === firstParagraph(content) ? "" : excerpt',
    put: 'content === "" ? "" : excerpt',
    tests,
  },
];
