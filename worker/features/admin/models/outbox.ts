import { gt } from "drizzle-orm";
import { outbox } from "#schema/tables/outbox.ts";
import { fold } from "../../../names/keys.ts";
import { date, type Model, number, text } from "../model.ts";

/** Who is to be told what; what the mail says stands at the record that it is about. */
const mail: Model = {
  app: "outbox",
  appName: "Mail",
  name: "mail",
  verboseName: "Mail",
  verboseNamePlural: "Mails not sent yet",
  table: outbox,
  key: outbox.id,
  fields: {
    recipient: text("To", outbox.recipient, { sort: outbox.recipient }),
    subject: text("Subject", outbox.subject),
    about: text("About", outbox.key),
    tries: number("Tries", outbox.tries),
    due_at: date("Next try", outbox.dueAt, { sort: outbox.dueAt }),
    sending_at: date("Cut off", outbox.sendingAt),
    created_at: date("Written", outbox.createdAt, { sort: "rowid" }),
  },
  search: { columns: [[outbox.recipient, fold]], hint: "Beginning of an email address" },
  filters: { all: { label: "Waiting", where: gt(outbox.dueAt, 0), waitingLabel: "Mails not sent yet" } },
  deletableBy: "staff",
};

export const outboxModels = [mail];
