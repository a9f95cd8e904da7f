import type { DirectoryConfig } from "#schema/pages/pages.ts";
import type { Db } from "../../../db/connection.ts";
import type { Payments } from "../../../ports.ts";
import type { Trouble } from "../../alerts/mail-operator.ts";

export type SyncParts = {
  db: Db;
  payments: Payments;
  now: number;
  /** Null if no mails are written, because the past is read again. */
  config: DirectoryConfig | null;
  /** Tells the operator. */
  alert(trouble: Trouble): Promise<void>;
  /** Gets the key of the mail that a reading put into the outbox. Otherwise cron sends it. */
  onMail?(key: string): Promise<unknown>;
};
