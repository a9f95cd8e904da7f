import { useLocation, useSearchParams } from "react-router";
import { useHydrated } from "../../../browser/use-hydrated.ts";
import { readSignInParams } from "../sign-in-params.ts";

/** Reads the history's state only after hydration, because the Worker does not have it. */
export function useSignInParams() {
  const isHydrated = useHydrated();
  const { state } = useLocation();
  const [search] = useSearchParams();
  return readSignInParams(isHydrated ? state : null, search);
}
