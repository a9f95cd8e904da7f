/** What a person uploads lies in R2 below this; the rest of a key is random. */
export const uploadPrefix = (userId: number) => `users/${userId}/`;

/** Keys of a person's uploads, in batches as R2 lists them. */
async function* uploadsOf(bucket: R2Bucket, userId: number): AsyncGenerator<R2Object[]> {
  let cursor: string | undefined;
  do {
    // Each batch names the next.
    // oxlint-disable-next-line no-await-in-loop
    const listed = await bucket.list({ prefix: uploadPrefix(userId), ...(cursor && { cursor }) });
    yield listed.objects;
    cursor = listed.truncated ? listed.cursor : undefined;
  } while (cursor);
}

export async function listUploads(bucket: R2Bucket, userId: number): Promise<R2Object[]> {
  const uploads: R2Object[] = [];
  for await (const batch of uploadsOf(bucket, userId)) uploads.push(...batch);
  return uploads;
}

export async function removeUploads(bucket: R2Bucket, userId: number): Promise<void> {
  for await (const batch of uploadsOf(bucket, userId)) {
    if (batch.length > 0) await bucket.delete(batch.map(({ key }) => key));
  }
}
