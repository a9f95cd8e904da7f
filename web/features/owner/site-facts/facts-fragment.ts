/** Opens the tab "Facts" of the form for a site. */
export const FACTS_FRAGMENT = "#facts";
