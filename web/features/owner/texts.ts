/** Of a listing that is `pending`. */
export const PENDING_TEXT = "It waits for a review, and until then only you see it.";
