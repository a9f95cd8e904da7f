import { useSyncExternalStore } from "react";

/** For a value that changes only at hydration. */
export const never = () => () => {};

/**
 * Returns true once the app controls the page. Buttons of forms are disabled until then, because the browser itself would
 * send the form. Other controls wait for the app by themselves: see `start.ts`.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
