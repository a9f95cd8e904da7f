import { STAFF, SUPERUSER } from "./accounts.ts";
import { visitSignedIn } from "./people.ts";

export const visitAsStaff = (path: string) => visitSignedIn(path, STAFF);
export const visitAsSuperuser = (path: string) => visitSignedIn(path, SUPERUSER);
