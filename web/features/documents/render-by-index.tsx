import { Fragment, type ReactNode } from "react";

/**
 * Renders parts of an article with their indexes as React keys. This is safe because the parts never change their
 * order.
 */
export const renderByIndex = <Part,>(parts: readonly Part[], render: (part: Part, index: number) => ReactNode) =>
  // oxlint-disable-next-line react/no-array-index-key
  parts.map((part, index) => <Fragment key={index}>{render(part, index)}</Fragment>);
