import { ChainIcon } from "../../../ui/icons.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { ShareIcon } from "./share-icon.tsx";
import { shareTargets } from "./share-targets.ts";

type Props = { url: string; title: string };

export function ShareLinks({ url, title }: Props) {
  return (
    <ul className="share-links" aria-label="Share">
      {shareTargets({ url, title }).map(({ name, href }) => (
        <li key={name}>
          <a
            className="icon-button"
            href={href}
            target="_blank"
            rel="noopener"
            aria-label={`Share: ${name}`}
            title={name}
          >
            <ShareIcon name={name} />
          </a>
        </li>
      ))}
      <li className="needs-script">
        <CopyLink url={url} />
      </li>
    </ul>
  );
}

const CopyLink = ({ url }: { url: string }) => (
  <button
    type="button"
    className="icon-button"
    aria-label="Copy link"
    title="Copy link"
    onClick={() => copyText(url, "Link copied")}
  >
    <ChainIcon />
  </button>
);
