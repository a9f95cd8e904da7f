import { readdir, readFile } from "node:fs/promises";

const TICK_MS = 10;

type Runtime = { memoryMb: number; cpuMs: number };

/** Measures the Workers runtime that this process started. It reads /proc, so it needs Linux. */
export async function measureRuntime(): Promise<Runtime> {
  const processes = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(processes.map((id) => readFile(`/proc/${id}/stat`, "utf8").catch(() => "")));
  const use: Runtime = { memoryMb: 0, cpuMs: 0 };
  for (const stat of stats) {
    // "id (name) state parent …", see proc(5).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (!stat.includes("(workerd)") || Number(fields[1]) !== process.pid) continue;
    use.cpuMs += (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    use.memoryMb += (Number(fields[21]) * 4096) / 1_000_000;
  }
  return use;
}
