import { Link, useRouteLoaderData, useSearchParams } from "react-router";
import type { User } from "#schema/accounts/accounts.ts";
import { accountPath, adminPath, createBlogPath, createSitePath, sitesPath } from "#schema/pages/paths.ts";
import { isStaff, useSession } from "../../../data/session.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import type { loader as loadAnalytics } from "../../analytics/analytics-data.ts";
import { AnalyticsPanel } from "../../analytics/analytics-panel.tsx";
import { BlogTab } from "../../blogs/writing/blog-tab.tsx";
import type { loader as loadPosts } from "../../blogs/posts-data.ts";
import { PaymentsTab } from "../../payments/payments-tab.tsx";
import type { loader as loadLedger } from "../../payments/ledger-data.ts";
import type { loader as loadSubscriptions } from "../../payments/subscriptions-data.ts";
import { MySites } from "./my-sites.tsx";
import type { loader as loadSites } from "./sites-data.ts";
import { Screen } from "../../../layout/screen.tsx";

export function Component() {
  const user = useSession();
  const [search, setSearch] = useSearchParams();
  const analytics = useRouteLoaderData<typeof loadAnalytics>("analytics");
  const posts = useRouteLoaderData<typeof loadPosts>("posts");
  const sites = useRouteLoaderData<typeof loadSites>("own-sites")!;
  const subscriptions = useRouteLoaderData<typeof loadSubscriptions>("subscriptions")!;
  const ledger = useRouteLoaderData<typeof loadLedger>("ledger")!;
  if (!user) return null;
  const tabs = [
    { name: "sites", title: "My Sites", panel: <MySites sites={sites} subscriptions={subscriptions} /> },
    { name: "payments", title: "Payments", panel: <PaymentsTab subscriptions={subscriptions} ledger={ledger} /> },
    ...(posts ? [{ name: "blog", title: "Blog", panel: <BlogTab posts={posts} /> }] : []),
  ];
  return (
    <Screen title="Dashboard" actions={<DashboardMenu user={user} />}>
      {analytics && <AnalyticsPanel data={analytics} />}
      <Tabs
        id="dashboard"
        label="Parts of the dashboard"
        open={tabs.find(({ name }) => name === search.get("tab"))?.name ?? "sites"}
        onOpen={(tab) => setSearch(tab === "sites" ? {} : { tab }, { replace: true })}
        tabs={tabs}
      />
    </Screen>
  );
}

function DashboardMenu({ user }: { user: User }) {
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email;
  return (
    <nav aria-label="Dashboard">
      <ul className="screen-actions">
        {isStaff(user) && (
          <>
            <li>
              <Link className="button" to={adminPath}>
                Admin
              </Link>
            </li>
            <li>
              <Link className="button" to={createBlogPath}>
                Add Blog
              </Link>
            </li>
          </>
        )}
        <li>
          <Link className="button" to={sitesPath}>
            Your Sites
          </Link>
        </li>
        <li>
          <Link className="button button-primary" to={createSitePath}>
            Add Alternative
          </Link>
        </li>
        <li>
          <Link className="avatar" to={accountPath} aria-label={`Your account: ${name}`}>
            {[...name].slice(0, 1).join("").toUpperCase()}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
