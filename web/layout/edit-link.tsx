import { Link } from "react-router";

export function EditLink({ to, name }: { to: string; name: string }) {
  return (
    <Link className="button edit-link" to={to}>
      Edit<span className="visually-hidden">{` ${name}`}</span>
    </Link>
  );
}
