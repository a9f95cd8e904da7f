import { Link } from "react-router";

/** Leads whoever may change what a page shows to where they do. Who looks is known only once the page stands. */
export function EditLink({ to, name }: { to: string; name: string }) {
  return (
    <Link className="button edit-link" to={to}>
      Edit<span className="visually-hidden"> {name}</span>
    </Link>
  );
}
