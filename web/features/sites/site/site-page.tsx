import { useLoaderData } from "react-router";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { categoryPath, editSitePath, sitePath } from "#schema/pages/paths.ts";
import { CATEGORY_LABELS } from "#schema/sites/sites.ts";
import { useConfig } from "../../../data/config.tsx";
import { Breadcrumbs } from "../../../layout/breadcrumbs.tsx";
import { EditLink } from "../../../layout/edit-link.tsx";
import { JsonLd } from "../../../layout/json-ld.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { isStaff, useSession } from "../../../data/session.tsx";
import { useIsOwn } from "../card/likes.ts";
import { SiteView } from "./site-view.tsx";
import { softwareApplication } from "../list/structured-data.ts";

export function Component() {
  const data = useLoaderData<SiteDetailPage>();
  const { site } = data;
  const { origin } = useConfig();
  const path = sitePath(site.slug);
  return (
    <div className="wrap">
      <PageHead {...headOf(data)} />
      <JsonLd data={softwareApplication(data, origin)} />
      <div className="page-top">
        <Breadcrumbs
          parents={[{ name: CATEGORY_LABELS[site.category], path: categoryPath(site.category) }]}
          current={{ name: site.name, path }}
        />
        <EditSite site={site} />
      </div>
      <SiteView {...data} path={path} />
    </div>
  );
}

function EditSite({ site: { id, name } }: Pick<SiteDetailPage, "site">) {
  const user = useSession();
  const isOwn = useIsOwn(id);
  return (isOwn || isStaff(user)) && <EditLink to={editSitePath(id)} name={name} />;
}

export function headOf({ site, share_image, description }: SiteDetailPage) {
  const [first, second] = site.alternatives;
  const replaced = [first, second].flatMap((product) => (product ? [product.name] : []));
  return {
    title: replaced.length > 0 ? `${site.name}: alternative to ${replaced.join(" and ")}` : site.name,
    description: description || `${site.name} in ${CATEGORY_LABELS[site.category]}.`,
    path: sitePath(site.slug),
    shareImage: { path: share_image, alt: `${site.name}: ${site.description}` },
    type: "article" as const,
  };
}
