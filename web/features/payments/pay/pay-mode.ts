/** With `?change=card` the screen changes what pays, and repairs a renewal. */
export const isCardChange = (search: URLSearchParams) => search.get("change") === "card";

export const payTitle = (search: URLSearchParams) => (isCardChange(search) ? "Update card" : "Featured listing");
