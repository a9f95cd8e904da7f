import { useConfig } from "../data/config.tsx";

/** For screens that search engines must not index. */
export function ScreenHead({ title }: { title: string }) {
  const { name } = useConfig();
  return (
    <>
      <title>{`${title} – ${name}`}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}
