import { Link } from "react-router";
import { homePath } from "#schema/pages/paths.ts";
import { useConfig } from "../data/config.tsx";
import { JsonLd } from "./json-ld.tsx";

type Crumb = { name: string; path: string };

type Props = {
  /** Without the home page. */
  parents: Crumb[];
  current: Crumb;
};

/** Also adds structured data for search engines. */
export function Breadcrumbs({ parents, current }: Props) {
  const { name, origin } = useConfig();
  const above = [{ name, path: homePath }, ...parents];
  return (
    <>
      <nav className="breadcrumbs" aria-label="Breadcrumbs">
        <ol>
          {above.map((crumb) => (
            <li key={crumb.path}>
              <Link viewTransition to={crumb.path}>
                {crumb.name}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <JsonLd data={breadcrumbList([...above, current], origin)} />
    </>
  );
}

export const breadcrumbList = (crumbs: Crumb[], origin: string) => ({
  "@type": "BreadcrumbList",
  itemListElement: crumbs.map((crumb, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: crumb.name,
    item: origin + crumb.path,
  })),
});
