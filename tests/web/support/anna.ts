import type { User } from "#schema/accounts/accounts.ts";

export const anna: User = {
  id: 1,
  email: "anna@example.com",
  first_name: "Anna",
  last_name: "Lind",
  is_staff: false,
  is_superuser: false,
};
