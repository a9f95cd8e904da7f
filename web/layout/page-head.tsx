import { useConfig } from "../config.tsx";

type Props = {
  /** Without the directory's name, which is added; left out, the name stands alone with the description. */
  title?: string;
  description: string;
  /** Path of the page's one address, with a query only where it belongs to it. */
  path: string;
  type?: "website" | "article";
  /** Path of the picture that goes with the page where it is shared. */
  image?: string;
  /** Found by words or sorted otherwise: the same sites as on another page. */
  isSearch?: boolean;
};

/** React moves these into the document's head. */
export function PageHead({ title, description, path, type = "website", image, isSearch = false }: Props) {
  const { name, origin } = useConfig();
  const fullTitle = title ? `${title} – ${name}` : name;
  const url = `${origin}${path}`;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      {isSearch && <meta name="robots" content="noindex, follow" />}
      <meta property="og:site_name" content={name} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title ?? name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      {image && <meta property="og:image" content={`${origin}${image}`} />}
      <meta name="twitter:card" content={image ? "summary_large_image" : "summary"} />
      <meta name="twitter:title" content={title ?? name} />
      <meta name="twitter:description" content={description} />
    </>
  );
}
