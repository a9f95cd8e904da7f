/** One of so many documents is measured. */
const ONE_OF = 10;

/**
 * False for browsers that a program drives, for people who save data, and for those who object to the use of their data
 * (https://globalprivacycontrol.org/), although the reports name nobody.
 */
function isSampled(): boolean {
  const { webdriver, globalPrivacyControl, connection } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
    connection?: { saveData?: boolean };
  };
  return !webdriver && !globalPrivacyControl && !connection?.saveData && Math.random() * ONE_OF < 1;
}

/** Measures a sample of documents. The browser has recorded what happened before the script is there. */
export function sampleVitals(): void {
  if (!isSampled()) return;
  const idle = window.requestIdleCallback ?? window.setTimeout;
  idle(() => {
    // Without the script, this document is not measured.
    void import("./report-vitals.ts").then(({ reportVitals }) => reportVitals()).catch(() => {});
  });
}
