/** Returns pseudo-random choices, equal in each run. */
export function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    // Without `imul`, rounding would make the sequence repeat itself after some thousand numbers.
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state >>> 16;
  };
  return {
    next,
    pick: <T>(list: readonly T[]) => list[next() % list.length]!,
    some: <T>(list: readonly T[]) => list.filter(() => next() % 2 === 0),
  };
}
