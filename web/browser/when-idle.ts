/** Resolves when the browser is idle, or after `timeout` milliseconds. Editor.js brings the function to browsers without it. */
export const whenIdle = (timeout: number) =>
  // oxlint-disable-next-line browsers/no-newer
  new Promise((resolve) => requestIdleCallback(resolve, { timeout }));
