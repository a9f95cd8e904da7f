import { Fragment, type ReactNode } from "react";

export const renderByIndex = <Part,>(parts: readonly Part[], render: (part: Part, index: number) => ReactNode) =>
  // oxlint-disable-next-line react/no-array-index-key -- The parts of an article never change their order.
  parts.map((part, index) => <Fragment key={index}>{render(part, index)}</Fragment>);
