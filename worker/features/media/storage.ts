import { AppError } from "../../errors.ts";
import { logError } from "../../log.ts";

/** @throws AppError 503 with `message` if `work` fails, for example because R2 is down. The cause is logged. */
export async function requireStorage<T>(
  work: Promise<T>,
  message = "This file is not available right now. Please try again in a minute.",
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    logError(error);
    throw new AppError("unavailable", message);
  }
}
