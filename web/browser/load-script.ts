/**
 * Runs a script from another site.
 * @throws Error if it does not load.
 */
export function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`${src} did not load.`)));
    document.head.append(script);
  });
}
