import passwords from "./common-passwords.txt?raw";
import words from "./common-words.txt?raw";

// From @zxcvbn-ts/language-common 4.1.3 (MIT, Dan Wheeler, Dropbox and @zxcvbn-ts), as counted in leaks. Here and not a
// dependency, because its whole list is nine times as long. All in lower case, one a line.

const listOf = (text: string) => text.trimEnd().split("\n");

/** The 4,000 most common passwords of eight and more letters. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(listOf(passwords));

/** The 2,500 most common ones of four to seven letters and nothing else. */
export const commonWords = () => listOf(words);
