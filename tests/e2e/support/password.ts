/** The password of every account that a test creates. */
export const PASSWORD = "a phrase to remember";
