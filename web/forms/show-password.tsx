import { useState } from "react";
import { useHydrated } from "../browser/use-hydrated.ts";

/** `type` is for the form's password inputs. */
export function useShowPassword() {
  const [isShown, setShown] = useState(false);
  const isHydrated = useHydrated();
  const checkbox = (
    <label className="checkbox">
      <input
        type="checkbox"
        disabled={!isHydrated}
        checked={isShown}
        onChange={(event) => setShown(event.target.checked)}
      />
      Show Password
    </label>
  );
  return { type: isShown ? "text" : "password", checkbox };
}
