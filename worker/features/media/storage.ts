import { AppError } from "../../errors.ts";
import { logError } from "../../log.ts";

/** @throws AppError `unavailable` where R2 does not answer. */
export async function requireStorage<T>(
  answer: Promise<T>,
  message = "This file is not available right now. Please try again in a minute.",
): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    logError(error);
    throw new AppError("unavailable", message);
  }
}
