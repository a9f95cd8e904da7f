/** The counts of a search are kept for so many weeks, the current one included. */
export const SEARCH_WEEKS = 12;
/** The same for a search that was asked at most RARE_SEARCH_MAX times in its week. It may be about a person. */
export const RARE_SEARCH_WEEKS = 2;
export const RARE_SEARCH_MAX = 2;
