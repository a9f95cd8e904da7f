type Props = { name: "not-found" | "nothing-found" | "offline" | "done" | "empty" };

/** Decorative: the text beside it has its meaning. */
export function Drawing({ name }: Props) {
  return (
    <svg className="drawing" viewBox="11 12 138 72" width="138" height="72" aria-hidden="true">
      {name === "offline" ? (
        // Without a network, the file of the others may be missing.
        <>
          <path d="M12 30a4 4 0 0 1 4-4h36a4 4 0 0 1 4 4v36a4 4 0 0 1-4 4H16a4 4 0 0 1-4-4zM75 36l-3-8M82 34v-9M89 36l3-8" />
          <path className="heavy" d="M58 48h14" />
          <path className="heavy accent" d="M92 48h12m0-20h42v40h-42z" />
        </>
      ) : (
        <use href={`/drawings.svg#${name}`} />
      )}
    </svg>
  );
}
