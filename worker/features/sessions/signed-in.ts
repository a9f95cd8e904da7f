import type { User } from "#schema/accounts.ts";

/** The user behind a request, and the session that says so. Times are milliseconds since 1970 UTC. */
export type SignedIn = Person & {
  /** When the password was last set by a mailed link. */
  resetAt: number | null;
  sessionId: number;
  lastUsedAt: number;
};

export type Person = Rights & { id: number; email: string; firstName: string; lastName: string };

type Rights = { isStaff: boolean; isSuperuser: boolean };

/** Staff and superusers may do with any site what its owner may. */
export const isStaff = (user: Rights): boolean => user.isStaff || user.isSuperuser;

/** As calls answer it. */
export const toUser = (person: Person): User => ({
  id: person.id,
  email: person.email,
  first_name: person.firstName,
  last_name: person.lastName,
  is_staff: person.isStaff,
  is_superuser: person.isSuperuser,
});
