import { ChainIcon } from "../../../ui/icons.tsx";
import { showMessage } from "../../../ui/message.tsx";
import { ShareIcon } from "./share-icon.tsx";
import { shareTargets } from "./share-targets.ts";

const COPIED_MS = 2000;

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

function CopyLink({ url }: { url: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      showMessage("Link copied", { ms: COPIED_MS });
    } catch {
      // The browser has no clipboard or forbids it: the visitor copies the link by hand.
      window.prompt("Copy this link", url);
    }
  };
  return (
    <button type="button" className="icon-button" aria-label="Copy link" title="Copy link" onClick={copy}>
      <ChainIcon />
    </button>
  );
}
