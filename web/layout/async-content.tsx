import { Suspense, useEffect, useState, type ReactNode } from "react";
import { Await, useRevalidator } from "react-router";
import type { ApiError } from "../api.ts";
import { LoadFailure } from "../ui/load-failure.tsx";
import type { LoaderData, Result } from "../screen-data.ts";

type Props<T> = {
  data: LoaderData<T>;
  /** Said if it cannot be loaded; without it, what the server says. */
  failure?: string | ((error: ApiError) => string);
  /** Said until it is here. */
  loading?: string;
  children: (value: T) => ReactNode;
};

/**
 * What a screen's loader brings. Until then it says that it is loading, and after a failure it offers to try again,
 * above the last value if there is one.
 */
export function AsyncContent<T>({ data, failure, loading = "Loading…", children }: Props<T>) {
  return (
    <Suspense fallback={<output>{loading}</output>}>
      <Await resolve={data.result}>
        {(result) => (
          <Shown result={result} failure={failure}>
            {children}
          </Shown>
        )}
      </Await>
    </Suspense>
  );
}

type ShownProps<T> = { result: Result<T>; failure: Props<T>["failure"]; children: (value: T) => ReactNode };

function Shown<T>({ result: { value, error }, failure, children }: ShownProps<T>) {
  const { revalidate } = useRevalidator();
  const [last, setLast] = useState({ value });
  if (value !== undefined && value !== last.value) setLast({ value });
  // The session has ended, and the guard of the screen knows where to go.
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
