import { useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import type { AdminApp } from "#schema/admin.ts";
import { adminPath, dashboardPath, loginPath } from "#schema/paths.ts";
import { useSession } from "../../session.tsx";
import { useAnswer } from "../../use-answer.ts";
import { withNext } from "../accounts/next-path.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Screen } from "../../layout/screen.tsx";
import { ModelCards } from "./model-cards.tsx";
import { parseRecordQuery } from "./record-query.ts";
import { RecordsDialog } from "./records-dialog.tsx";
import { Waiting } from "./waiting.tsx";
import "./admin.css";

/** Where staff arrive after signing in. */
export function Component() {
  const user = useSession();
  const [first] = useState(user);
  if (!user) return <LoginRequired hasEnded={first !== null} />;
  return (
    <Screen
      title="Admin"
      actions={
        <Link className="button" to={dashboardPath}>
          Go to Dashboard
        </Link>
      }
    >
      {user.is_staff || user.is_superuser ? <Models /> : <p className="lead">{ACCOUNT_MESSAGES.staffOnly}</p>}
    </Screen>
  );
}

function LoginRequired({ hasEnded }: { hasEnded: boolean }) {
  const { pathname, search } = useLocation();
  return (
    <Screen title="Login Required">
      <p className="lead" role={hasEnded ? "alert" : undefined}>
        {hasEnded ? "Authentication error. Please log in." : "Please sign in to see this screen."}
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
  const { answer: apps, error, reload } = useAnswer<AdminApp[]>("get_model/");
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const query = parseRecordQuery(search);
  return (
    <>
      {error && <LoadFailure text="Could not fetch models." onRetry={reload} />}
      {!apps && !error && <output>Loading…</output>}
      {apps && <Waiting apps={apps} />}
      {apps && <ModelCards apps={apps} />}
      {query.model && (
        <RecordsDialog
          key={query.model}
          query={query}
          title={titleOf(apps, query.model)}
          onClose={() => void navigate(adminPath, { preventScrollReset: true })}
          onChanged={reload}
        />
      )}
    </>
  );
}

function titleOf(apps: AdminApp[] | undefined, path: string): string {
  const models = apps?.flatMap(({ app, models: own }) => own.map((model) => [`${app}/${model.name}`, model] as const));
  return models?.find(([name]) => name === path)?.[1].verbose_name_plural ?? "Records";
}
