import type { LoaderFunctionArgs } from "react-router";
import type { OpenSession } from "#schema/accounts.ts";
import { ApiError, send } from "../../../api.ts";
import { actionOf, fetchResult, deferIfSlow } from "../../../screen-data.ts";

const FAILURE = { fallbackError: "Error logging out." };

export const loader = ({ request }: LoaderFunctionArgs) =>
  deferIfSlow(fetchResult<{ results: OpenSession[] }>("sessions/", request.signal));

export const calls = {
  /** Succeeds if the session has already ended (404). */
  async endSession({ id }: OpenSession): Promise<void> {
    try {
      await send("DELETE", `sessions/${id}/`, FAILURE);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  },
  endOtherSessions: () => send<{ message: string }>("POST", "logout/everywhere/", FAILURE),
};

export const action = actionOf(calls);
