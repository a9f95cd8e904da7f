import type { User } from "#schema/accounts.ts";

// Times are milliseconds since 1970 UTC.

export type Rights = { isStaff: boolean; isSuperuser: boolean };

/** Who asks for something. */
export type Actor = Rights & { id: number };

export type Person = Actor & { email: string; firstName: string; lastName: string };

/** The user behind a request, and the session that says so. */
export type SignedIn = Person & {
  /** When the password was last set by a mailed link. */
  resetAt: number | null;
  sessionId: number;
  epoch: number;
  createdAt: number;
  lastUsedAt: number;
};

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
