import { HeartIcon } from "../../../ui/icons.tsx";
import { useLike } from "./likes.ts";

type Props = {
  site: { id: number; name: string; like_count: number };
  /** Shows only the icon, which CSS draws, and the count. */
  isSmall?: boolean;
};

export function LikeButton({ site, isSmall = false }: Props) {
  const { isLiked, count, toggle } = useLike(site.id, site.like_count);
  return (
    <button
      type="button"
      className={`${isSmall ? "like-button-small" : "button"} like-button needs-script`}
      aria-pressed={isLiked}
      onClick={toggle}
    >
      {!isSmall && <HeartIcon />}
      <span className={isSmall ? "visually-hidden" : undefined}>
        Like<span className="visually-hidden">{` ${site.name}`}</span>
      </span>{" "}
      {count > 0 && <span className="count">{count}</span>}
    </button>
  );
}
