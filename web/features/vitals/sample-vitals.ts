import { savesData } from "../../saves-data.ts";

/** The build writes the address of report-vitals.ts here. */
declare const VITALS_FILE: string;

/** One of so many documents is measured. */
const ONE_OF = 10;

/**
 * False for browsers that a program drives, for people who save data, and for those who object to the use of their data
 * (https://globalprivacycontrol.org/), although the reports name nobody.
 */
function isSampled(): boolean {
  const { webdriver, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return !webdriver && !globalPrivacyControl && !savesData() && Math.random() * ONE_OF < 1;
}

/** Measures a sample of documents. The browser has recorded what happened before the script is there. */
export function sampleVitals(whenIdle: (run: () => void) => void): void {
  if (!isSampled()) return;
  // Without the script, this document is not measured.
  whenIdle(() => void measure().catch(() => {}));
}

async function measure(): Promise<void> {
  const { reportVitals } = await (import.meta.env.DEV
    ? import("./report-vitals.ts")
    : (import(/* @vite-ignore */ VITALS_FILE) as Promise<typeof import("./report-vitals.ts")>));
  reportVitals();
}
