const KEY = "searches";
const MOST = 8;
const MOST_LETTERS = 100;

/** The searches that were carried out on this device, the last one first. A browser may refuse to store anything. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Email addresses are not stored. */
export function rememberSearch(text: string): void {
  const q = text.trim();
  if (q === "" || q.length > MOST_LETTERS || q.includes("@")) return;
  const others = recentSearches().filter((known) => known.toLowerCase() !== q.toLowerCase());
  try {
    localStorage.setItem(KEY, JSON.stringify([q, ...others].slice(0, MOST)));
  } catch {
    // The search itself works.
  }
}

export function forgetSearches(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // There is nothing to forget.
  }
}
