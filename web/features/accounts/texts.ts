export const PASSWORD_HINT = "At least 8 characters. A long phrase is better than a short riddle.";
