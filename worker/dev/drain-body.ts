/**
 * Reads the rest of a request's body, for example after an early refusal. Otherwise the local server loses the next
 * request on this connection ("Network connection lost").
 */
export async function drainBody({ body, bodyUsed }: Request): Promise<void> {
  if (body && !bodyUsed && !body.locked) await body.pipeTo(new WritableStream()).catch(() => {});
}
