/**
 * `attempt` counts from 1. A browser remembers a failed import until the document is reloaded. So later attempts change
 * the URL, which most browsers name in the error.
 */
export async function retryImport<T>(load: () => Promise<T>, attempt: number): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const [address] = /https?:\/\/\S+\.js/.exec(String(error)) ?? [];
    if (attempt === 1 || !address) throw error;
    return (await import(/* @vite-ignore */ `${address}?attempt=${attempt}`)) as T;
  }
}
