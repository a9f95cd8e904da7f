import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether scripts have taken over the page: before, a form on it could only be sent as an address. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
