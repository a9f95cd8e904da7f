import { NEWER_INTERFACES, NEWER_MEMBERS } from "./newer.ts";

/** With the policy of this site, Chromium assigns no HTML without the first. Tests look at the others. */
const KEPT = /^trusted|ViewTransition|^LayoutShift/i;

export const NEWER = {
  interfaces: NEWER_INTERFACES.filter((name) => !KEPT.test(name)),
  members: NEWER_MEMBERS.filter(({ of, name }) => !KEPT.test(of) && !KEPT.test(name)).map(
    ({ of, name }) => [of, name] as const,
  ),
};

/** Runs in each document before its scripts: takes away what the oldest browsers do not have. */
export function removeNewer({ interfaces, members }: typeof NEWER): void {
  type Part = Record<string, unknown> & { prototype?: Record<string, unknown> };
  const all = window as unknown as Record<string, Part | undefined>;
  for (const [of, name] of members) {
    const part = of === "Window" ? (all as Part) : all[of];
    // A constructor has the name of its interface.
    if (!part || name === of) continue;
    delete part[name];
    if (part.prototype) delete part.prototype[name];
  }
  for (const name of interfaces) delete all[name];
}
