import type { ShouldRevalidateFunctionArgs } from "react-router";

/** For loaders that read nothing of the address but these parameters of its query. */
export const whenQueryChanges =
  (...names: string[]) =>
  ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
    currentUrl.search === nextUrl.search
      ? defaultShouldRevalidate
      : names.some((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name));
