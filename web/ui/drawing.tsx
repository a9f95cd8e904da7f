type Props = { name: "not-found" | "nothing-found" | "offline" | "done" | "empty" };

/** Decorative: the text beside it has its meaning. */
export function Drawing({ name }: Props) {
  return (
    <svg className="drawing" viewBox="0 0 138 72" width="138" height="72" aria-hidden="true">
      {name === "offline" ? (
        // Without a network, the file of the others may be missing.
        <>
          <path d="M1 18a4 4 0 0 1 4-4h36a4 4 0 0 1 4 4v36a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4zM64 24l-3-8M71 22v-9M78 24l3-8" />
          <path className="heavy" d="M47 36h14" />
          <path className="heavy accent" d="M81 36h12m0-20h42v40H93z" />
        </>
      ) : (
        <use href={`/drawings.svg#${name}`} />
      )}
    </svg>
  );
}
