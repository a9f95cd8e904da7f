import type { LoaderFunctionArgs } from "react-router";
import type { AdminModelPage } from "#schema/admin.ts";
import { actionOf } from "../../screen-data.ts";
import { fetchResult, deferIfSlow } from "../../screen-data.ts";
import { addProductName, addRecord, deleteRecord, mergeProduct, saveRecord } from "./calls.ts";
import { parseRecordQuery, recordsCall } from "./record-query.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const query = parseRecordQuery(new URL(request.url).searchParams);
  return query.model ? deferIfSlow(fetchResult<AdminModelPage>(recordsCall(query), request.signal)) : null;
}

export const calls = { addRecord, saveRecord, deleteRecord, mergeProduct, addProductName };

export const action = actionOf(calls);
