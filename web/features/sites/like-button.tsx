import { useSession } from "../../session.tsx";
import { HeartIcon } from "../../ui/icons.tsx";
import { Message, useMessage } from "../../ui/message.tsx";

const SIGN_IN_MESSAGE = "Please sign in before liking.";

type Props = {
  count: number;
  isLiked?: boolean;
  /** What a signed-in visitor's press does. */
  onToggle?: () => void;
};

export function LikeButton({ count, isLiked = false, onToggle }: Props) {
  const user = useSession();
  const [message, showMessage] = useMessage();
  return (
    <>
      <button
        type="button"
        className="button like-button"
        aria-pressed={isLiked}
        onClick={() => (user ? onToggle?.() : showMessage(SIGN_IN_MESSAGE))}
      >
        <HeartIcon />
        Like <span className="count">{count}</span>
      </button>
      <Message text={message} />
    </>
  );
}
