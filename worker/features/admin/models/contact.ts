import { isNull } from "drizzle-orm";
import * as z from "zod/mini";
import { contactMessages } from "#schema/tables/contact.ts";
import { fold } from "../../sites/keys.ts";
import { date, longText, type Model, text } from "../model.ts";
import { answerMail } from "../mails.ts";
import { sendMail } from "../../../mail.ts";

const ANSWER_MAX = 10_000;

/** An answer is mailed before it is kept: what was not sent is not shown as answered. */
const message: Model = {
  app: "contact",
  appName: "Contact",
  name: "message",
  verboseName: "Message",
  verboseNamePlural: "Messages",
  table: contactMessages,
  key: contactMessages.id,
  fields: {
    email: text("From", contactMessages.email),
    message: longText("Message", contactMessages.message),
    answer: longText("Answer", contactMessages.answer, { editableBy: "staff" }),
    created_at: date("Sent", contactMessages.createdAt, { sort: contactMessages.createdAt }),
    answered_at: date("Answered", contactMessages.answeredAt),
  },
  search: {
    columns: [[contactMessages.email, fold]],
    hint: "Beginning of an email address",
  },
  filters: { unanswered: { label: "Not answered", where: isNull(contactMessages.answeredAt) } },
  rules: z.object({
    answer: z
      .string("The answer is required")
      .check(z.trim(), z.minLength(1, "The answer is required"), z.maxLength(ANSWER_MAX, "The answer is too long")),
  }),
  async prepare(c, { before, input }) {
    await sendMail(
      c.var.ports,
      answerMail(c.var.config, {
        to: String(before["email"]),
        message: String(before["message"]),
        answer: String(input["answer"]),
      }),
    );
    return input;
  },
  toColumns: (_, now) => ({ answeredAt: now }),
  deletableBy: "staff",
};

export const contactModels = [message];
