import { and, gt, isNull } from "drizzle-orm";
import * as z from "zod/mini";
import { outbox } from "#schema/tables/outbox.ts";
import { AppError } from "../../../errors.ts";
import { fold } from "../../../names/keys.ts";
import { INTERRUPTED_MS, isUrgent } from "../../outbox/queries.ts";
import { sendFromOutbox } from "../../outbox/send.ts";
import { date, type Model, number, text, yesNo } from "../model.ts";

const mail: Model = {
  app: "outbox",
  appName: "Email",
  name: "mail",
  verboseName: "Email",
  verboseNamePlural: "Unsent emails",
  table: outbox,
  key: outbox.id,
  person: "recipient",
  fields: {
    recipient: text("To", outbox.recipient, { sort: outbox.recipient }),
    subject: text("Subject", outbox.subject),
    about: text("About", outbox.key),
    waits: yesNo("To be sent", and(isNull(outbox.gaveUpAt), isNull(outbox.sendingAt))!, { editableBy: "staff" }),
    tries: number("Attempts", outbox.tries),
    failure: text("Last error", outbox.failure),
    due_at: date("Next attempt", outbox.dueAt, { sort: outbox.dueAt }),
    sending_at: date("Sending since", outbox.sendingAt),
    gave_up_at: date("Given up", outbox.gaveUpAt),
    created_at: date("Created", outbox.createdAt, { sort: "rowid" }),
  },
  search: { columns: [[outbox.recipient, fold]], hint: "Beginning of an email address" },
  filters: { all: { label: "To be sent", where: gt(outbox.dueAt, 0), pendingWorkLabel: "Unsent emails" } },
  rules: z.object({ waits: z.literal(true, "To keep the email from being sent, delete it.") }),
  async prepare({ var: { ports } }, { before, input }) {
    if (isUrgent(String(before["about"]))) {
      throw new AppError("conflict", "Its code or link is not kept. The person can ask for a new one.");
    }
    const since = before["sending_at"];
    if (since !== null && Date.parse(String(since)) > ports.now() - INTERRUPTED_MS) {
      throw new AppError("conflict", "This email is being sent. Look again in ten minutes.");
    }
    return input;
  },
  toColumns: (_, now) => ({ sendingAt: null, gaveUpAt: null, tries: 0, dueAt: now }),
  async afterSave({ var: parts }, { before }) {
    await sendFromOutbox(parts, String(before["about"]));
  },
  deletableBy: "staff",
};

export const outboxModels = [mail];
