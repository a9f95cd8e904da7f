import { MailIcon } from "../../../ui/icons.tsx";

/** Logos are long SVG paths, so they are in a file of their own and not in the scripts. */
export function ShareIcon({ name }: { name: string }) {
  if (name === "Email") return <MailIcon />;
  return (
    <svg className="icon icon-filled" width="20" height="20" aria-hidden="true">
      <use href={`/share-icons.svg#${name.toLowerCase()}`} />
    </svg>
  );
}
