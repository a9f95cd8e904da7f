import { Fragment, type ReactNode } from "react";

/** Draws parts of an article. They never move, so their places are their keys. */
export const renderByIndex = <Part,>(parts: readonly Part[], draw: (part: Part, index: number) => ReactNode) =>
  // oxlint-disable-next-line react/no-array-index-key
  parts.map((part, index) => <Fragment key={index}>{draw(part, index)}</Fragment>);
