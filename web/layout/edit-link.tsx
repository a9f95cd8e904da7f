import { Link } from "react-router";

/** A link to the editor of the shown record, for users who may edit it. It appears after the session check. */
export function EditLink({ to, name }: { to: string; name: string }) {
  return (
    <Link className="button edit-link" to={to}>
      Edit<span className="visually-hidden"> {name}</span>
    </Link>
  );
}
