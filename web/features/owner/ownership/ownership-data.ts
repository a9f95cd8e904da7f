import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { ApiError, send } from "../../../data/api.ts";
import { actionOf, fetchResult } from "../../../data/screen-data.ts";

/** The token of a mailed link. */
const handoverOf = (request: Request) => new URL(request.url).searchParams.get("handover");

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  fetchResult("sites/:id/ownership/", {
    params: { id: params["id"]! },
    query: { handover: handoverOf(request) },
    signal: request.signal,
  });

type Which = { id: number };

export const calls = {
  /** @throws ApiError that says what was not found. */
  async verify({ id }: Which): Promise<void> {
    const { verified, reason } = await send("POST", "sites/:id/verification/check/", { params: { id } });
    if (!verified) throw new ApiError(0, reason!);
  },
  claim: ({ id }: Which) => send("POST", "sites/:id/claim/", { params: { id } }),
  objectToClaim: ({ id, ...body }: Which & { objection: string }) =>
    send("POST", "sites/:id/claim/object/", { params: { id }, body }),
  handOver: ({ id, ...body }: Which & { email: string }) =>
    send("POST", "sites/:id/handover/", { params: { id }, body }),
  acceptHandover: ({ id }: Which, { request }: ActionFunctionArgs) =>
    send("POST", "sites/:id/handover/accept/", { params: { id }, query: { handover: handoverOf(request) } }),
};

export const action = actionOf(calls);
