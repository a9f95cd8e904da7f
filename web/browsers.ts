/**
 * The oldest browsers for which the app is built: those of May 2024. What all of them know is Baseline “widely available”
 * at the end of November 2026. `npm run check` and the browser tests refuse newer calls: see `tests/browsers/`.
 */
export const BROWSERS = { chrome: 125, edge: 125, firefox: 126, safari: 17.5 };
