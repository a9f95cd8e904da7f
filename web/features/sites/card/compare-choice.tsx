import type { SiteLink } from "#schema/pages/pages.ts";
import { addToTray, removeFromTray, useTray } from "./tray.ts";

/** Puts a site into the tray. The preview of a new site has no slug, and nothing to compare. */
export function CompareChoice({ site: { slug, name } }: { site: SiteLink }) {
  const { sites } = useTray();
  const isChosen = sites.some((site) => site.slug === slug);
  return (
    slug && (
      <label className="compare-choice needs-script">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={() => (isChosen ? removeFromTray(slug) : addToTray({ slug, name }))}
        />
        <span>
          Compare<span className="visually-hidden">{` ${name}`}</span>
        </span>
      </label>
    )
  );
}
