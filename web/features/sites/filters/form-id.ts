/** Fields outside the search form belong to it by this id. */
export const FORM_ID = "list-search";
