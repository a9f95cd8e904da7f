import { Suspense, useEffect, useState, type ReactNode } from "react";
import { Await, useRevalidator } from "react-router";
import type { ApiError } from "../data/api.ts";
import { LoadFailure } from "../ui/load-failure.tsx";
import { Skeleton, type SkeletonKind } from "../ui/skeleton.tsx";
import type { LoaderData, Result } from "../data/screen-data.ts";

type LoadingProps = { loading?: string | undefined; skeleton?: SkeletonKind | undefined; children: ReactNode };

/** Shows a skeleton until all data below it has loaded, so that no part moves another one. */
export function Loading({ loading = "Loading…", skeleton = "table", children }: LoadingProps) {
  const fallback = (
    <div aria-busy="true">
      <output className="visually-hidden">{loading}</output>
      <Skeleton kind={skeleton} />
    </div>
  );
  return <Suspense fallback={fallback}>{children}</Suspense>;
}

type LoadedProps<T> = {
  data: LoaderData<T>;
  /** Default: the server's message. */
  failure?: string | ((error: ApiError) => string);
  children: (value: T) => ReactNode;
};

/** Shows a loader's data. After a failure it offers a retry, above the last value if there is one. */
export const Loaded = <T,>({ data, failure, children }: LoadedProps<T>) => (
  <Await resolve={data.result}>
    {(result) => (
      <Shown result={result} failure={failure}>
        {children}
      </Shown>
    )}
  </Await>
);

export const AsyncContent = <T,>({ loading, skeleton, ...loaded }: Omit<LoadingProps, "children"> & LoadedProps<T>) => (
  <Loading loading={loading} skeleton={skeleton}>
    <Loaded {...loaded} />
  </Loading>
);

type ShownProps<T> = { result: Result<T>; failure: LoadedProps<T>["failure"]; children: (value: T) => ReactNode };

function Shown<T>({ result: { value, error }, failure, children }: ShownProps<T>) {
  const { revalidate } = useRevalidator();
  const [last, setLast] = useState({ value });
  if (value !== undefined && value !== last.value) setLast({ value });
  // The session has ended: the screen's guard redirects to the sign-in page.
  const isEnded = error?.status === 401;
  useEffect(() => {
    if (isEnded) void revalidate();
  }, [isEnded, revalidate]);
  return (
    <>
      {error && (
        <LoadFailure
          text={typeof failure === "function" ? failure(error) : (failure ?? error.message)}
          onRetry={() => void revalidate()}
        />
      )}
      {last.value !== undefined && children(last.value)}
    </>
  );
}
