import { cancelSubscription, resumeSubscription } from "../../payments/calls.ts";
import { deleteSite } from "../calls.ts";
import { actionOf } from "../../../screen-data.ts";

export const calls = { deleteSite, cancelSubscription, resumeSubscription };

export const action = actionOf(calls);
