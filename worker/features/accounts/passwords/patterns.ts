/** A password of digits alone must have this many: shorter ones are often dates or telephone numbers. */
const MIN_DIGITS = 14;
/** A run has at least this many characters. Shorter ones occur in many words. */
const MIN_RUN_LENGTH = 3;
/** A password is a pattern if at most this many characters remain beside its runs or repeats. */
const MAX_REST_LENGTH = 3;

/** Rows and columns of QWERTY, QWERTZ and AZERTY keyboards. */
const KEYS =
  "1234567890 !@#$%^&*() qwertyuiop qwertzuiop azertyuiop asdfghjkl qsdfghjklm zxcvbnm yxcvbnm wxcvbn 1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm".split(
    " ",
  );
const neighbours: ReadonlySet<string> = new Set(
  KEYS.flatMap((row) => [...row].slice(1).flatMap((key, at) => [`${row[at]}${key}`, `${key}${row[at]}`])),
);

/** Whether `b` is the same character as `a`, or its neighbour in Unicode order or on a keyboard. */
const isStep = (a: string, b: string) => Math.abs(a.codePointAt(0)! - b.codePointAt(0)!) <= 1 || neighbours.has(a + b);

const ONLY_DIGITS = /^\p{Nd}+$/u;
const REPEATS = new RegExp(String.raw`^(.{1,4}?)\1+.{0,${MAX_REST_LENGTH}}$`, "su");

/** Whether a password is only a few digits, runs such as "abcd" or "qwer", or repeats of one to four characters. */
export function isPattern(password: string): boolean {
  const typed = password.normalize("NFKC").toLowerCase();
  const chars = [...typed];
  if (ONLY_DIGITS.test(typed) && chars.length < MIN_DIGITS) return true;
  return REPEATS.test(typed) || countOutsideRuns(chars) <= MAX_REST_LENGTH;
}

function countOutsideRuns(chars: string[]): number {
  let [outside, length] = [0, 0];
  for (const [at, char] of chars.entries()) {
    length += 1;
    const next = chars[at + 1];
    if (next !== undefined && isStep(char, next)) continue;
    if (length < MIN_RUN_LENGTH) outside += length;
    length = 0;
  }
  return outside;
}
