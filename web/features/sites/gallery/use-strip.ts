import { type RefObject, useEffect, useState } from "react";

/** A scroll position may be a fraction. */
const TOLERANCE_PX = 1;

export type StripPosition = {
  /** Of the item whose start is nearest. */
  index: number;
  isStart: boolean;
  isEnd: boolean;
};

/** The position of a list that scrolls sideways. The caller adds `onScroll` to the list. */
export function useStrip(ref: RefObject<HTMLElement | null>) {
  const [position, setPosition] = useState<StripPosition>({ index: 0, isStart: true, isEnd: true });
  const onScroll = () => setPosition(positionOf(ref.current!));

  useEffect(() => {
    const list = ref.current!;
    const observer = new ResizeObserver(() => setPosition(positionOf(list)));
    observer.observe(list);
    return () => observer.disconnect();
  }, [ref]);

  return { position, onScroll };
}

export function showItem(list: HTMLElement, index: number): void {
  // Newer browsers return a promise, which an effect must not return.
  void list.scrollTo({ left: startsOf(list).at(index) ?? 0 });
}

/** Scrolls back (-1) or on (1) to the next start of an item, if there is one. */
export function moveBy(list: HTMLElement, step: -1 | 1): void {
  const isBeyond = (start: number) => (start - list.scrollLeft) * step > TOLERANCE_PX;
  const starts = startsOf(list);
  const wanted = step < 0 ? starts.findLastIndex(isBeyond) : starts.findIndex(isBeyond);
  if (wanted >= 0) showItem(list, wanted);
}

/** The scroll position at which each item starts. */
function startsOf(list: HTMLElement): number[] {
  const items = [...list.children] as HTMLElement[];
  return items.map(({ offsetLeft }) => offsetLeft - items[0]!.offsetLeft);
}

function positionOf(list: HTMLElement): StripPosition {
  const { scrollLeft, scrollWidth, clientWidth } = list;
  const distances = startsOf(list).map((start) => Math.abs(start - scrollLeft));
  return {
    index: distances.indexOf(Math.min(...distances)),
    isStart: scrollLeft < TOLERANCE_PX,
    isEnd: scrollLeft > scrollWidth - clientWidth - TOLERANCE_PX,
  };
}
