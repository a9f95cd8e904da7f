import type { LoaderFunctionArgs } from "react-router";
import { actionOf } from "../../../data/screen-data.ts";
import { deferIfSlow } from "../../../data/screen-data.ts";
import { addProductName, addRecord, deleteRecord, fetchRecords, mergeProduct, saveRecord } from "./calls.ts";
import { parseRecordQuery } from "./record-query.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const query = parseRecordQuery(new URL(request.url).searchParams);
  return query.model ? deferIfSlow(fetchRecords(query, request.signal)) : null;
}

export const calls = { addRecord, saveRecord, deleteRecord, mergeProduct, addProductName };

export const action = actionOf(calls);
