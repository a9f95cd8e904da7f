/**
 * Imports a chunk. A browser remembers a failed import as long as the page lives, so later attempts ask for the chunk
 * under another address, which most browsers name in their error.
 */
export async function retryImport<T>(load: () => Promise<T>, attempt: number): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const [address] = /https?:\/\/\S+\.js/.exec(String(error)) ?? [];
    if (attempt === 1 || !address) throw error;
    // The same file, so the same module.
    return (await import(/* @vite-ignore */ `${address}?attempt=${attempt}`)) as T;
  }
}
