import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Returns true once scripts control the page. Before that, a button's click would be lost and a form would be sent by
 * the browser. So controls that need scripts are disabled until then.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
