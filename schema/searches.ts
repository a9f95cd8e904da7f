/** The counts of a search are kept for so many weeks, the current one included. */
export const SEARCH_WEEKS = 12;
/** The same for a search that was asked only once. */
export const SINGLE_SEARCH_WEEKS = 2;
