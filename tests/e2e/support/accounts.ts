/** The password of all accounts that tests create. */
export const PASSWORD = "a phrase to remember";
/** Of the demo. */
export const STAFF = "staff@example.com";
export const SUPERUSER = "root@example.com";
