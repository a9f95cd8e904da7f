import { type ReactNode, useState } from "react";
import { Await } from "react-router";
import type { Result } from "../data/screen-data.ts";
import { LoadFailure } from "../ui/load-failure.tsx";
import type { SkeletonKind } from "../ui/skeleton.tsx";
import { Loading } from "./async-content.tsx";

type Props<T> = {
  load: () => Promise<Result<T>>;
  failure: string;
  skeleton: SkeletonKind;
  children: (value: T) => ReactNode;
};

/** Loads data that no loader of the screen has. After a failure it offers a retry. */
export function LoadOnce<T>({ load, failure, skeleton, children }: Props<T>) {
  const [result, setResult] = useState(load);
  return (
    <Loading skeleton={skeleton}>
      <Await resolve={result}>
        {({ value, error }) =>
          error ? <LoadFailure text={failure} onRetry={() => setResult(load())} /> : children(value as T)
        }
      </Await>
    </Loading>
  );
}
