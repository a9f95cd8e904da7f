import { isNull, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { contactMessages } from "#schema/tables/contact.ts";
import { failBatchUnless } from "../../../db/fail-batch.ts";
import { AppError } from "../../../errors.ts";
import { fold } from "../../../names/keys.ts";
import { unsentMailField } from "../unsent-mail.ts";
import { date, longText, type Model, text } from "../model.ts";
import { answerMail } from "../mails.ts";

const ANSWER_MAX = 10_000;

const MESSAGE = { app: "contact", name: "message", table: contactMessages, key: contactMessages.id, person: "email" };

/** A message from the contact form. Its answer is stored before it is mailed, so no answer is lost. */
const message: Model = {
  ...MESSAGE,
  appName: "Contact",
  verboseName: "Message",
  verboseNamePlural: "Messages",
  fields: {
    email: text("From", contactMessages.email),
    message: longText("Message", contactMessages.message),
    answer: longText("Answer", contactMessages.answer, { editableBy: "staff" }),
    created_at: date("Received", contactMessages.createdAt, { sort: contactMessages.createdAt }),
    answered_at: date("Answered", contactMessages.answeredAt),
    // Of two people who answer, the second is refused.
    updated_at: date("Last change", sql`coalesce(${contactMessages.answeredAt}, ${contactMessages.createdAt})`),
    ...unsentMailField(MESSAGE),
  },
  search: {
    columns: [[contactMessages.email, fold]],
    hint: "Beginning of an email address",
  },
  filters: {
    unanswered: {
      label: "Not answered yet",
      where: isNull(contactMessages.answeredAt),
      pendingWorkLabel: "Messages to answer",
    },
  },
  rules: z.object({
    answer: z
      .string("The answer is required")
      .check(
        z.trim(),
        z.minLength(1, "The answer is required"),
        z.maxLength(ANSWER_MAX, `The answer must be at most ${ANSWER_MAX} characters long`),
      ),
  }),
  async prepare(_, { before, input }) {
    // The same answer was mailed already, or is queued.
    if (input["answer"] === before["answer"]) throw new AppError("bad_input", ADMIN_MESSAGES.nothingToChange);
    return input;
  },
  composeMail: async (c, { before, input }) =>
    answerMail(c.var.config, {
      to: String(before["email"]),
      message: String(before["message"]),
      answer: String(input["answer"]),
    }),
  toColumns: ({ answer }, now, before) => ({
    answer: failBatchUnless(sql`${contactMessages.answer} = ${before?.["answer"]}`, contactMessages.answer, answer),
    answeredAt: now,
  }),
  deletableBy: "staff",
};

export const contactModels = [message];
