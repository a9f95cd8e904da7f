import { listFeedPath } from "#schema/pages/paths.ts";
import { useConfig } from "../data/config.tsx";

/** The feed of the list at `path`, for people and for programs. `what` the list gets: "new sites in Finance". */
export function FeedLink({ path, what }: { path: string; what: string }) {
  const { name } = useConfig();
  const feed = listFeedPath(path);
  return (
    <p>
      <link rel="alternate" type="application/atom+xml" title={`${name}: ${what}`} href={feed} />
      <a className="touch-link feed-link" href={feed}>
        {`Feed: ${what}`}
      </a>
    </p>
  );
}
