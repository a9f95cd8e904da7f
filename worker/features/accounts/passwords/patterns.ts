/** Shorter ones of digits alone are dates, telephone numbers and counting. */
const DIGITS_MIN = 14;
/** Shorter runs are in many words. */
const RUN_MIN = 3;
/** What is left beside runs or repeats must be longer. */
const REST_MAX = 3;

/** Rows and columns of keyboards: QWERTY, QWERTZ, AZERTY. */
const KEYS =
  "1234567890 !@#$%^&*() qwertyuiop qwertzuiop azertyuiop asdfghjkl qsdfghjklm zxcvbnm yxcvbnm wxcvbn 1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm".split(
    " ",
  );
const besides: ReadonlySet<string> = new Set(
  KEYS.flatMap((row) => [...row].slice(1).flatMap((key, at) => [`${row[at]}${key}`, `${key}${row[at]}`])),
);

/** One letter or digit further in the alphabet or on a keyboard, one back, or the same again. */
const isStep = (a: string, b: string) => Math.abs(a.codePointAt(0)! - b.codePointAt(0)!) <= 1 || besides.has(a + b);

const ONLY_DIGITS = /^\p{Nd}+$/u;
const REPEATS = new RegExp(String.raw`^(.{1,4}?)\1+.{0,${REST_MAX}}$`, "su");

/** Whether a password is nothing else than few digits, runs such as "abcd" or "qwer", or a short part again and again. */
export function isPattern(password: string): boolean {
  const typed = password.normalize("NFKC").toLowerCase();
  const chars = [...typed];
  if (ONLY_DIGITS.test(typed) && chars.length < DIGITS_MIN) return true;
  return REPEATS.test(typed) || countOutsideRuns(chars) <= REST_MAX;
}

function countOutsideRuns(chars: string[]): number {
  let [outside, length] = [0, 0];
  for (const [at, char] of chars.entries()) {
    length += 1;
    const next = chars[at + 1];
    if (next !== undefined && isStep(char, next)) continue;
    if (length < RUN_MIN) outside += length;
    length = 0;
  }
  return outside;
}
