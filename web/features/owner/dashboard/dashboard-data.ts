import { actionOf } from "../../../data/screen-data.ts";
import { deleteBlog } from "../../blogs/calls.ts";
import { cancelSubscription, resumeSubscription } from "../../payments/calls.ts";
import { deleteSite } from "../calls.ts";

export const calls = { deleteSite, cancelSubscription, resumeSubscription, deleteBlog };

export const action = actionOf(calls);
