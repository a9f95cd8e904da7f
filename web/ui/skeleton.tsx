export type SkeletonKind = "list" | "table" | "form" | "article" | "figures" | "line" | "avatar";

/** Shapes of the usual size of the content that loads. */
export const Skeleton = ({ kind }: { kind: SkeletonKind }) => (
  <div className={`skeleton skeleton-${kind}`} aria-hidden="true" />
);
