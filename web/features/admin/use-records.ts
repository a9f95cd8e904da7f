import type { AdminModelPage, AdminRecord } from "#schema/admin.ts";
import { useAnswer } from "../../use-answer.ts";
import { recordsCall, type RecordQuery } from "./record-query.ts";

/** The records that the address asks for. */
export function useRecords(query: RecordQuery) {
  const { answer, error, isLoading, change, reload } = useAnswer<AdminModelPage>(recordsCall(query));
  return {
    list: answer,
    error,
    isLoading,
    reload,
    /** Shows a record as it has become. */
    put: (changed: AdminRecord) =>
      change((shown) => ({
        ...shown,
        results: shown.results.map((record) => (record.id === changed.id ? changed : record)),
      })),
    /** Takes a record out at once, and lets others move up. */
    remove: ({ id }: AdminRecord) => {
      change((shown) => ({
        ...shown,
        count: shown.count - 1,
        results: shown.results.filter((record) => record.id !== id),
      }));
      reload();
    },
  };
}
