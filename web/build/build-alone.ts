import path from "node:path";
import { build, type Rolldown } from "vite";

/** These browsers know `light-dark()` and nested rules. Older ones cannot show the colours: https://webstatus.dev/features/light-dark */
export const BROWSERS = ["chrome123", "edge123", "firefox120", "safari17.5"];

/** Builds a script or a stylesheet that shares no file with the app, because it must not load it. */
export async function buildAlone(input: string, define: Record<string, string> = {}) {
  const { output } = (await build({
    configFile: false,
    root: path.resolve(import.meta.dirname, ".."),
    logLevel: "warn",
    define,
    build: {
      write: false,
      cssTarget: BROWSERS,
      modulePreload: false,
      rolldownOptions: { input, external: /entry\.tsx$/, preserveEntrySignatures: "strict" },
    },
  })) as Rolldown.RolldownOutput;
  const styles = output.find((file) => file.type === "asset");
  return styles ? { fileName: styles.fileName, code: String(styles.source) } : output[0];
}
