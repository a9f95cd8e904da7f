/** Stands before the listing's name, on invoices and in Stripe's dashboard. */
export const DESCRIPTION = "Featured listing: ";
