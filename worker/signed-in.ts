import type { User } from "#schema/accounts/accounts.ts";

// Times are Unix ms.

export type Rights = { isStaff: boolean; isSuperuser: boolean };

export type Actor = Rights & { id: number };

export type Person = Actor & { email: string; firstName: string; lastName: string };

/** The user of a signed-in request, and the request's session. */
export type SignedInUser = Person & {
  /** When the password was last set with a mailed link. */
  resetAt: number | null;
  sessionId: number;
  epoch: number;
  createdAt: number;
  lastUsedAt: number;
};

/** Superusers have the rights of staff too. */
export const isStaff = (user: Rights): boolean => user.isStaff || user.isSuperuser;

export const toUser = (person: Person): User => ({
  id: person.id,
  email: person.email,
  first_name: person.firstName,
  last_name: person.lastName,
  is_staff: person.isStaff,
  is_superuser: person.isSuperuser,
});
