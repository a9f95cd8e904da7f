import type { Caret } from "./caret.ts";

export type HistoryBlock = {
  readonly id: string;
  readonly type: string;
  /** JSON, or undefined if the tool failed. */
  data: string | undefined;
  /** Its data is still to come from the server, such as an image that is being uploaded. */
  isWaiting: boolean;
};

/** States share the blocks that they have in common. */
export type State = {
  readonly blocks: readonly HistoryBlock[];
  /** After the change that led to this state. */
  readonly reached?: Caret | undefined;
  /** Before the next change. */
  readonly left?: Caret | undefined;
  /** The length of the data that the state before does not have. */
  readonly length: number;
};

const LIMITS = { steps: 100, length: 20_000_000 };

/** The states of an article that undo and redo show. */
export function createHistory(blocks: readonly HistoryBlock[], limits = LIMITS) {
  const states: State[] = [{ blocks, length: 0 }];
  let at = 0;
  let hasActed = false;

  const forgetOldest = () => {
    let length = states.slice(1).reduce((sum, state) => sum + state.length, 0);
    while (at > 1 && (at > limits.steps || length > limits.length)) {
      states.shift();
      at -= 1;
      length -= states[0]!.length;
    }
  };

  return {
    blocks: () => states[at]!.blocks,
    /**
     * Takes what the editor shows. It is a new step if the author has acted. Otherwise only the editor's tools, or an
     * answer of the server, have changed blocks: then each state with these blocks changes.
     */
    record(shown: readonly HistoryBlock[], caret?: Caret): void {
      const now = states[at]!;
      const known = new Map(now.blocks.map((block) => [block.id, block]));
      const next = shown.map((block) => {
        const before = known.get(block.id);
        if (before && (!hasActed || before.isWaiting)) Object.assign(before, block);
        return before && before.data === block.data ? before : block;
      });
      const isSame = next.length === now.blocks.length && next.every((block, index) => block === now.blocks[index]);
      if (isSame || !hasActed) {
        states[at] = { ...now, blocks: next, left: caret };
        return;
      }
      const old = new Set(now.blocks);
      const length = next.reduce((sum, block) => sum + (old.has(block) ? 0 : (block.data?.length ?? 0)), 0);
      at += 1;
      states.splice(at, Infinity, { blocks: next, reached: caret, left: caret, length });
      forgetOldest();
    },
    /** The next change is a new step. */
    act(): void {
      hasActed = true;
    },
    /** Returns the state before (-1) or after (1), if there is one. */
    go(by: -1 | 1): State | undefined {
      const state = states[at + by];
      if (!state) return undefined;
      at += by;
      hasActed = false;
      return state;
    },
  };
}
