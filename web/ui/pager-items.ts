const ALL_SHOWN_UP_TO = 5;

/** Returns the first, last and nearby pages. `"gap"` replaces two or more pages. */
export function pagerItems(page: number, pages: number): (number | "gap")[] {
  const shown =
    pages <= ALL_SHOWN_UP_TO
      ? Array.from({ length: pages }, (_, index) => index + 1)
      : [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const numbers = [...new Set(shown)].toSorted((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const left = number - (numbers[index - 1] ?? 0) - 1;
    // A gap is as wide as one page, so it never replaces a single page.
    if (left === 1) return [number - 1, number];
    return left > 1 ? ["gap" as const, number] : [number];
  });
}
