import { MailIcon } from "../../../ui/icons.tsx";

/** Marks of other companies are long paths: a picture of their own keeps them out of the page's scripts. */
export function ShareIcon({ name }: { name: string }) {
  if (name === "Email") return <MailIcon />;
  return (
    <svg className="icon icon-filled" width="20" height="20" aria-hidden="true">
      <use href={`/share-icons.svg#${name.toLowerCase()}`} />
    </svg>
  );
}
