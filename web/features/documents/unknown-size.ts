/** For the attributes of an image of unknown size, so that the page reserves space for it. */
export const UNKNOWN_SIZE = { width: 1280, height: 720 };
