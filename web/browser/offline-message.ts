export const OFFLINE_MESSAGE = "You're offline. Please try again when you are back online.";
