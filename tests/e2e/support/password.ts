export const PASSWORD = "a phrase to remember";
