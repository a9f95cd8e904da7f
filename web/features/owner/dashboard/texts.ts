export const LOAD_FAILURE = "Failed to load sites. Please try again later.";
