import type { LoaderFunctionArgs } from "react-router";
import type { OpenSession } from "#schema/accounts/accounts.ts";
import { ApiError, send } from "../../../data/api.ts";
import { actionOf, fetchResult } from "../../../data/screen-data.ts";

const FAILURE = { fallbackError: "Error logging out." };

/** Waits for all: they would move the sections below them. */
export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const options = { signal };
  const [result, moves] = await Promise.all([fetchResult("sessions/", options), fetchResult("user/moves/", options)]);
  return { result, moves };
}

export const calls = {
  /** Succeeds if the session has already ended (404). */
  async endSession({ id }: OpenSession): Promise<void> {
    try {
      await send("DELETE", "sessions/:id/", { params: { id }, ...FAILURE });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  },
  endOtherSessions: () => send("POST", "logout/everywhere/", FAILURE),
};

export const action = actionOf(calls);
