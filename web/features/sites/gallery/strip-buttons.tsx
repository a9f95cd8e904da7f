import type { RefObject } from "react";
import { NextIcon, PreviousIcon } from "../../../ui/icons.tsx";
import { moveBy, type StripPosition } from "./use-strip.ts";

type Props = { list: RefObject<HTMLElement | null>; position: StripPosition };

/** At an end, a button keeps the focus and does nothing. */
export function StripButtons({ list, position: { isStart, isEnd } }: Props) {
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label="Previous screenshot"
        aria-disabled={isStart}
        onClick={() => moveBy(list.current!, -1)}
      >
        <PreviousIcon />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Next screenshot"
        aria-disabled={isEnd}
        onClick={() => moveBy(list.current!, 1)}
      >
        <NextIcon />
      </button>
    </>
  );
}
