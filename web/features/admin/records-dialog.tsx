import { Suspense } from "react";
import { Await, useNavigate, useSearchParams } from "react-router";
import type { AdminApp, AdminModelPage } from "#schema/admin.ts";
import { adminPath } from "#schema/pages/paths.ts";
import type { ApiError } from "../../data/api.ts";
import { AsyncContent } from "../../layout/async-content.tsx";
import type { LoaderData } from "../../data/screen-data.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { parseRecordQuery } from "./record/record-query.ts";
import { RecordsList } from "./records-list.tsx";

type Props = { models: LoaderData<AdminApp[]>; records: LoaderData<AdminModelPage> };

export function RecordsDialog({ models, records }: Props) {
  const { model } = parseRecordQuery(useSearchParams()[0]);
  const navigate = useNavigate();
  return (
    <Dialog
      key={model}
      className="dialog-wide"
      title={
        <Suspense fallback="Records">
          <Await resolve={models.result}>{({ value }) => nameOf(model, value)}</Await>
        </Suspense>
      }
      onClose={() => void navigate(adminPath, { preventScrollReset: true })}
    >
      <AsyncContent data={records} failure={failureText}>
        {(list) => <RecordsList list={list} />}
      </AsyncContent>
    </Dialog>
  );
}

const nameOf = (path: string, apps: AdminApp[] = []) =>
  apps.flatMap(({ app, models }) => models.filter(({ name }) => `${app}/${name}` === path))[0]?.verbose_name_plural ??
  "Records";

const failureText = ({ status, message }: ApiError) =>
  status >= 400 && status < 500 ? message : "Error fetching instances.";
