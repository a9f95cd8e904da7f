import { useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useParams } from "react-router";
import { homePath } from "#schema/pages/paths.ts";
import { WATCH_DAYS, WATCH_MESSAGES, type WatchedSearch } from "#schema/search/search-watches.ts";
import { CATEGORY_LABELS } from "#schema/sites/sites.ts";
import { send } from "../../data/api.ts";
import { FormMessage } from "../../forms/form-message.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { fetchResult, type Result } from "../../data/screen-data.ts";
import { AccountScreen } from "../accounts/account-screen.tsx";
import { Done } from "./done.tsx";
import { usePress } from "./use-press.ts";

export const loader = ({ params, request }: LoaderFunctionArgs): Promise<Result<WatchedSearch>> =>
  fetchResult("search-watches/confirm/:token/", { params: { token: params["token"]! }, signal: request.signal });

/** Opening the link confirms nothing, because mail scanners open links, too. */
export function Component() {
  const { token } = useParams();
  // Null while the Worker renders, and until the browser has the answer.
  const found = useLoaderData<typeof loader>() as Result<WatchedSearch> | null;
  const [confirmed, setConfirmed] = useState<WatchedSearch>();
  const { busy, problem, press } = usePress(async () =>
    setConfirmed(await send("POST", "search-watches/confirm/:token/", { params: { token: token! } })),
  );
  const failure = problem ?? found?.error;
  const isInvalid = failure?.status === 400;
  return (
    <AccountScreen
      title="Tell me when one is listed"
      intro={
        !isInvalid &&
        !confirmed &&
        found?.value &&
        `You searched for ${textOf(found.value)}, and no site matched. We send you one email when one is listed.`
      }
    >
      {confirmed ? (
        <Done>
          We will send you one email when a site for {textOf(confirmed)} is listed. If there is none within {WATCH_DAYS}{" "}
          days, we delete your email address.
        </Done>
      ) : (
        <form
          className="form"
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            void press();
          }}
        >
          <FormMessage text={isInvalid ? WATCH_MESSAGES.linkInvalid : (problem?.message ?? "")} />
          {!isInvalid && (
            <SubmitButton busy={busy} busyText="Confirming…">
              Send me one email
            </SubmitButton>
          )}
        </form>
      )}
      <p className="account-other">
        <Link to={homePath}>{confirmed || isInvalid ? "Search again" : "Go to the home page"}</Link>
      </p>
    </AccountScreen>
  );
}

const textOf = ({ q, category }: WatchedSearch) => `“${q}”${category ? ` in ${CATEGORY_LABELS[category]}` : ""}`;
