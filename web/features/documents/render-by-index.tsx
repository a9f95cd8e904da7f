import { Fragment, type ReactNode } from "react";

/** The indexes are safe React keys: the parts of an article never change their order. */
export const renderByIndex = <Part,>(parts: readonly Part[], render: (part: Part, index: number) => ReactNode) =>
  // oxlint-disable-next-line react/no-array-index-key
  parts.map((part, index) => <Fragment key={index}>{render(part, index)}</Fragment>);
