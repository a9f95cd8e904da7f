import { useSyncExternalStore } from "react";

/** For a value that changes only at hydration. */
export const never = () => () => {};

/**
 * Returns true once scripts control the page. Controls that need scripts are disabled until then: a click would be
 * lost, and the browser itself would send a form.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
