import { useState } from "react";
import { Link, useLoaderData, useLocation, useRouteLoaderData } from "react-router";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { loginPath } from "#schema/pages/paths.ts";
import { AsyncContent } from "../../layout/async-content.tsx";
import { Screen } from "../../layout/screen.tsx";
import { isStaff, useSession } from "../../data/session.tsx";
import { withNext } from "../accounts/sign-in-params.ts";
import { ModelCards } from "./model-cards.tsx";
import type { loader as loadModels } from "./models-data.ts";
import type { loader as loadRecords } from "./record/records-data.ts";
import { RecordsDialog } from "./records-dialog.tsx";
import { PendingWork } from "./pending/pending-work.tsx";
import "./admin.css";

export function Component() {
  const user = useSession();
  const [first] = useState(user);
  if (!user) return <LoginRequired hasEnded={first !== null} />;
  return (
    <Screen title="Admin">{isStaff(user) ? <Models /> : <p className="lead">{ACCOUNT_MESSAGES.staffOnly}</p>}</Screen>
  );
}

function LoginRequired({ hasEnded }: { hasEnded: boolean }) {
  const { pathname, search } = useLocation();
  return (
    <Screen title="Login Required">
      <p className="lead" role={hasEnded ? "alert" : undefined}>
        {hasEnded ? "Authentication error. Please log in." : "Please sign in to open the admin."}
      </p>
      <p className="actions">
        <Link className="button button-primary" to={withNext(loginPath, pathname + search)}>
          Sign In
        </Link>
      </p>
    </Screen>
  );
}

function Models() {
  const { models, pending } = useRouteLoaderData<typeof loadModels>("models")!;
  const records = useLoaderData<typeof loadRecords>();
  return (
    <>
      <AsyncContent data={models} failure="Could not fetch models.">
        {(apps) => (
          <>
            <PendingWork apps={apps} pending={pending} />
            <ModelCards apps={apps} />
          </>
        )}
      </AsyncContent>
      {records && <RecordsDialog models={models} records={records} />}
    </>
  );
}
