import { useConfig } from "../config.tsx";
import { useHydrated } from "../use-hydrated.ts";

/** Why a page does not go on: said at once where scripts are off, after a while where they are slow to come. */
export function NeedsScript() {
  const { supportEmail } = useConfig();
  if (useHydrated()) return null;
  return (
    <>
      <noscript>
        <p className="notice">
          <span>
            This page needs JavaScript to go on, and it is switched off in your browser. Please switch it on for this
            site and load the page again. If you cannot, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </span>
        </p>
      </noscript>
      <p className="notice still-loading">
        This page is still loading. If it does not go on within a minute, load it again.
      </p>
    </>
  );
}
