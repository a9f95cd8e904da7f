/** Of every account that a test makes. */
export const PASSWORD = "a phrase to remember";
