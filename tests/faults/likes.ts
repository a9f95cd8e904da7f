import type { Fault } from "./fault.ts";

const file = "worker/features/likes/queries.ts";
const tests = ["tests/worker/likes"];

export const likes: Fault[] = [
  {
    name: "removing a like removes the likes of all users",
    file,
    find: "and(eq(likes.userId, like.user.id), inArray(likes.siteId, site))",
    put: "inArray(likes.siteId, site)",
    tests,
  },
  {
    name: "a page shows the likes of all users as those of the user",
    file,
    find: "and(eq(likes.userId, userId), inArray(likes.siteId, asked))",
    put: "inArray(likes.siteId, asked)",
    tests,
  },
  {
    name: "a pending listing of another user can be liked",
    file,
    find: 'isStaff(user) ? undefined : or(eq(sites.review, "active"), eq(sites.ownerId, user.id))',
    put: "undefined",
    tests,
  },
];
