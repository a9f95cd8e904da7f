import { gt } from "drizzle-orm";
import { outbox } from "#schema/tables/outbox.ts";
import { fold } from "../../../names/keys.ts";
import { date, type Model, number, text } from "../model.ts";

const mail: Model = {
  app: "outbox",
  appName: "Email",
  name: "mail",
  verboseName: "Email",
  verboseNamePlural: "Unsent emails",
  table: outbox,
  key: outbox.id,
  fields: {
    recipient: text("To", outbox.recipient, { sort: outbox.recipient }),
    subject: text("Subject", outbox.subject),
    about: text("About", outbox.key),
    tries: number("Attempts", outbox.tries),
    due_at: date("Next attempt", outbox.dueAt, { sort: outbox.dueAt }),
    sending_at: date("Sending since", outbox.sendingAt),
    failure: text("Last error", outbox.failure),
    gave_up_at: date("Given up", outbox.gaveUpAt),
    created_at: date("Created", outbox.createdAt, { sort: "rowid" }),
  },
  search: { columns: [[outbox.recipient, fold]], hint: "Beginning of an email address" },
  filters: { all: { label: "To be sent", where: gt(outbox.dueAt, 0), pendingWorkLabel: "Unsent emails" } },
  deletableBy: "staff",
};

export const outboxModels = [mail];
