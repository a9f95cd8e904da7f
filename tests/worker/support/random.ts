/** Returns pseudo-random choices, equal in each run. */
export function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(state / 65_536);
  };
  return {
    next,
    pick: <T>(list: readonly T[]) => list[next() % list.length]!,
    some: <T>(list: readonly T[]) => list.filter(() => next() % 2 === 0),
  };
}
