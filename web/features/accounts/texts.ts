export const PASSWORD_HINT = "At least 8 characters; a long phrase is best.";
