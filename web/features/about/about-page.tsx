import { useState, type ComponentType, type MouseEvent } from "react";
import { Link, useSearchParams } from "react-router";
import { aboutPath } from "#schema/pages/paths.ts";
import { useConfig } from "../../data/config.tsx";
import { Breadcrumbs } from "../../layout/breadcrumbs.tsx";
import { PageHead } from "../../layout/page-head.tsx";
import { AboutUs } from "./about-us.tsx";
import { PrivacyPolicy } from "./privacy-policy.tsx";
import { Terms } from "./terms.tsx";

type Tab = {
  key: "about" | "terms" | "privacy";
  name: string;
  describe: (site: string) => string;
  Text: ComponentType;
};

const ABOUT: Tab = {
  key: "about",
  name: "About Us",
  describe: (site) => `What ${site} is, how sites are listed and ordered, and what you can pay for.`,
  Text: AboutUs,
};
const TABS: Tab[] = [
  ABOUT,
  {
    key: "terms",
    name: "Terms & Conditions",
    describe: (site) => `The rules for using ${site}, for listing a site and for featured listings.`,
    Text: Terms,
  },
  {
    key: "privacy",
    name: "Privacy Policy",
    describe: (site) => `What ${site} stores about you, why and for how long, and how you download or delete it.`,
    Text: PrivacyPolicy,
  },
];

const tabPath = ({ key }: Tab) => (key === ABOUT.key ? aboutPath : `${aboutPath}?tab=${key}`);

export function Component() {
  const [search] = useSearchParams();
  const { name } = useConfig();
  const shown = TABS.find(({ key }) => key === search.get("tab")) ?? ABOUT;
  const [closed, setClosed] = useState<Tab>();
  const isOpen = shown !== closed;

  const choose = (tab: Tab) => (event: MouseEvent) => {
    if (tab !== shown) return setClosed(undefined);
    event.preventDefault();
    setClosed(isOpen ? tab : undefined);
  };
  return (
    <div className="wrap text-page">
      <PageHead title={shown.name} description={shown.describe(name)} path={tabPath(shown)} />
      <Breadcrumbs parents={[]} current={{ name: shown.name, path: tabPath(shown) }} />
      <h1>About {name}</h1>
      <nav aria-label="About">
        <ul className="link-tabs about-tabs">
          {TABS.map((tab) => (
            <li key={tab.key}>
              <Link
                to={tabPath(tab)}
                preventScrollReset
                aria-current={tab === shown ? "page" : undefined}
                aria-expanded={tab === shown ? isOpen : undefined}
                onClick={choose(tab)}
              >
                {tab.name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="prose" hidden={!isOpen}>
        <h2>{shown.name}</h2>
        <shown.Text />
      </div>
    </div>
  );
}
