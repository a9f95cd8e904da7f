/**
 * Reads what a refusal left unread of a request's body. The local server would lose the next request on that connection
 * ("Network connection lost").
 */
export async function drainBody({ body, bodyUsed }: Request): Promise<void> {
  if (body && !bodyUsed && !body.locked) await body.pipeTo(new WritableStream()).catch(() => {});
}
