import passwords from "./common-passwords.txt?raw";
import words from "./common-words.txt?raw";

// Source: @zxcvbn-ts/language-common 4.1.3 (MIT, Dan Wheeler, Dropbox and @zxcvbn-ts), most frequent in leaks first.
// Each line is one password in lower case. The package's own list is nine times as long.

const listOf = (text: string) => text.trimEnd().split("\n");

/** The most common passwords of at least eight characters. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(listOf(passwords));

/** The most common passwords of four to seven letters. */
export const commonWords = () => listOf(words);
