/** Links show the panel on phones by this id, also without scripts. */
export const PANEL_ID = "filters";
