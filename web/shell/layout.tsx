import { Outlet, ScrollRestoration, useMatches, type Location } from "react-router";
import type { SignedCards } from "#schema/pages/pages.ts";
import { feedPath, withQuery } from "#schema/pages/paths.ts";
import { useConfig } from "../data/config.tsx";
import { CompareTray } from "../features/sites/compare/compare-tray.tsx";
import { useSessionCheck } from "../data/session.tsx";
import { Messages } from "../ui/message.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { OfflineNote } from "./offline-note.tsx";
import { NavigationFeedback } from "./navigation-feedback.tsx";

/** The key of a stored scroll position. Every document's first location has the key "default", so its URL is used. */
const scrollKey = ({ key, pathname, search }: Location) => (key === "default" ? pathname + search : key);

export function Layout() {
  const { name } = useConfig();
  useSessionCheck();
  const { cards } = (useMatches().at(-1)?.loaderData ?? {}) as SignedCards;
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={name} href={feedPath} />
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <NavigationFeedback />
      <Header />
      <main id="content" tabIndex={-1} data-cards={cards}>
        <Outlet />
      </main>
      {cards?.includes(";page=") && (
        <noscript>
          <img src={withQuery("/api/beacon/", { cards })} alt="" />
        </noscript>
      )}
      <Footer />
      <CompareTray />
      <OfflineNote />
      <Messages />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}
