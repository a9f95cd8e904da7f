import { useConfig } from "../data/config.tsx";
import { useHydrated } from "../browser/use-hydrated.ts";

/** Explains why nothing happens: at once if JavaScript is off, after 5 seconds if the scripts load slowly. */
export function NeedsScript() {
  const { supportEmail } = useConfig();
  if (useHydrated()) return null;
  return (
    <>
      <noscript>
        <p className="notice">
          <span>
            This page needs JavaScript, but it is switched off in your browser. Switch it on for this website and reload
            the page. If you cannot, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </span>
        </p>
      </noscript>
      <p className="notice still-loading">This page is still loading. If nothing happens within a minute, reload it.</p>
    </>
  );
}
