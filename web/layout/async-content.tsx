import { Suspense, useEffect, useState, type ReactNode } from "react";
import { Await, useRevalidator } from "react-router";
import type { ApiError } from "../api.ts";
import { LoadFailure } from "../ui/load-failure.tsx";
import type { LoaderData, Result } from "../screen-data.ts";

type Props<T> = {
  data: LoaderData<T>;
  /** Default: the server's message. */
  failure?: string | ((error: ApiError) => string);
  loading?: string;
  children: (value: T) => ReactNode;
};

/**
 * Shows a loader's data, and `loading` until then. After a failure it offers a retry, above the last value if there is
 * one.
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
